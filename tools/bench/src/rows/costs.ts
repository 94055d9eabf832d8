import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@gossamer/dev/servers/databases';
import { startStack } from '@gossamer/dev/servers/stack';
import { makeThrowawayDir, removeThrowawayDir } from '@gossamer/dev/servers/throwaway-dir';
import { inParallel, openClient } from '../client.ts';
import {
  type CountingProxy,
  countCommands,
  countHttp,
  countStatements,
  startCountingProxy,
  type Traffic,
} from '../counting-proxy.ts';
import { type Row, short } from '../figures.ts';
import { photoOf } from '../images.ts';
import { type BenchProduct, withProduct } from '../product.ts';

const uploads = 1_000;
const warmUps = 200;
const inFlight = 12;
const restMs = 10_000;
const names = ['postgres', 'redis', 'store'] as const;
type Name = (typeof names)[number];

/**
 * Measures the requests, bytes and write-ahead log that one compression with a download costs Postgres, Redis and the
 * storage.
 */
export const costs: Row = {
  name: 'WAL of Postgres for a compression',
  unit: 'KB',
  better: 'less',
  target: 16,
  measure: ({ profile, note }) =>
    withServers(async ({ servers, proxies, walBytes, commits }) => {
      const { store, ...rows } = servers;
      const options = { profile, isNoOp: true, servers: rows, env: store };
      return withProduct(options, async (product) => {
        const read = async () => ({
          traffic: trafficOf(proxies),
          wal: await walBytes(),
          commits: await commits(),
        });
        await compressMany(product, warmUps);
        const start = await read();
        await sleep(restMs);
        const rested = await read();
        const startedAt = performance.now();
        await compressMany(product, uploads);
        // Wait for SQL statements that are sent shortly after a transaction.
        await sleep(1_500);
        const durationMs = performance.now() - startedAt;
        const end = await read();
        // Subtract the background activity of an idle product.
        const each = (before: number, atRest: number, after: number) =>
          (after - atRest - ((atRest - before) * durationMs) / restMs) / uploads;
        for (const name of names) {
          const of = (what: keyof Traffic) =>
            each(start.traffic[name][what], rested.traffic[name][what], end.traffic[name][what]);
          note(
            `${name}: ${short(of('requests'))} requests, ${short(of('bytesIn') / 1_024)} KB in, ${short(of('bytesOut') / 1_024)} KB out`,
          );
        }
        note(`postgres: ${short(each(start.commits, rested.commits, end.commits))} transactions`);
        const value = each(start.wal, rested.wal, end.wal) / 1_024;
        return { value, detail: `${uploads} files of 50 KB, each downloaded; engine replaced` };
      });
    }),
};

async function compressMany({ url }: BenchProduct, count: number): Promise<void> {
  const client = await openClient(url, inFlight);
  await inParallel(Array(count).fill(await photoOf(50_000)), inFlight, (file) => client.roundTrip(file));
  await client.close();
}

const trafficOf = (proxies: Record<Name, CountingProxy>): Record<Name, Traffic> => ({
  postgres: proxies.postgres.traffic(),
  redis: proxies.redis.traffic(),
  store: proxies.store.traffic(),
});

interface CountedServers {
  servers: { DATABASE_URL: string; REDIS_URL: string; store: NodeJS.ProcessEnv };
  proxies: Record<Name, CountingProxy>;
  walBytes(): Promise<number>;
  commits(): Promise<number>;
}

/** Runs Postgres, Redis and S3 storage outside the product, each behind a proxy that counts requests and bytes. */
async function withServers<T>(work: (servers: CountedServers) => Promise<T>): Promise<T> {
  const dataDir = await makeThrowawayDir();
  const stack = await startStack({ dataDir, env: {} });
  const s3 = await startStack({ isThrowaway: true, needsS3: true });
  const { DATABASE_URL, REDIS_URL } = stack.env;
  const { DATABASE_URL: _rows, REDIS_URL: _queue, S3_ENDPOINT = '', ...bucket } = s3.env;
  const proxies = {
    postgres: await startCountingProxy(DATABASE_URL, countStatements),
    redis: await startCountingProxy(REDIS_URL, countCommands),
    store: await startCountingProxy(S3_ENDPOINT, countHttp),
  };
  const number = (sql: string) =>
    withClient(DATABASE_URL, async (client) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n));
  try {
    return await work({
      servers: {
        DATABASE_URL: proxies.postgres.url,
        REDIS_URL: proxies.redis.url,
        store: { ...bucket, S3_ENDPOINT: proxies.store.url },
      },
      proxies,
      walBytes: () => number(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS n`),
      commits: () =>
        number('SELECT xact_commit AS n FROM pg_stat_database WHERE datname = current_database()'),
    });
  } finally {
    await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
    await Promise.all([stack.stop(), s3.stop()]);
    removeThrowawayDir(dataDir);
  }
}
