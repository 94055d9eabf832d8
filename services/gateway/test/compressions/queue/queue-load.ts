import type { Lane, Tier } from '@gossamer/contracts/queue-priority';
import { workersKey } from '@gossamer/contracts/workers';
import type { TestGateway } from '../../gateway.ts';

/** Publishes the state of a worker that has one express engine process. */
export async function worker(
  gateway: TestGateway,
  id: string,
  engineProcesses: number,
  { costRatio = 1, agoMs = 0 } = {},
) {
  await publish(gateway, id, { engineProcesses, expressProcesses: 1, costRatio, at: Date.now() - agoMs });
}

/** Publishes the state of a worker. */
export const publish = (gateway: TestGateway, id: string, presence: object) =>
  gateway.deps.redis.hset(workersKey(gateway.servers.redisPrefix), id, JSON.stringify(presence));

type Waiting = { tier?: Tier; lane?: Lane; ownerKey?: string; jobs: number; costMs?: number };

/** Inserts accepted jobs that no worker has taken. Without `ownerKey`, each job has a different owner. */
export async function waiting(
  gateway: TestGateway,
  { tier = 'visitor', lane = 'short', ownerKey, jobs, costMs = 1_000 }: Waiting,
) {
  await gateway.servers.sql(
    `insert into compressions (id, owner, request_id, original_filename, original_format, original_size_bytes,
       original_sha256, settings, max_pixels, is_sample, tier, owner_key, rank, lane, cost_ms)
     select md5(random()::text), 'someone', 'r', 'n', 'jpeg', 100, repeat('0', 64), '{}', 100, false, $1,
       coalesce($2, n::text), n, $4, $5
     from generate_series(1, $3::int) n`,
    [tier, ownerKey ?? null, jobs, lane, costMs],
  );
}
