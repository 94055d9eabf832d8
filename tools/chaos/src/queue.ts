import { setTimeout as sleep } from 'node:timers/promises';
import { compressionQueue } from '@gossamer/contracts/jobs';
import type { Redis } from 'ioredis';

/** Where the queue's keys begin in Redis; the deployment's prefix is the default one. */
export const queuePrefix = `gossamer:${compressionQueue.name}`;

/** Where jobs stand that wait: whoever has a turn among others stands in the second one. */
export const waitingLists = [`${queuePrefix}:wait`, `${queuePrefix}:prioritized`] as const;

export async function waitingIds(redis: Redis): Promise<string[]> {
  const [plain, prioritized] = waitingLists;
  return [...(await redis.lrange(plain, 0, -1)), ...(await redis.zrange(prioritized, '0', '-1'))];
}

/** A job's life as the queue wrote it down, in milliseconds since 1970. */
export interface JobRecord {
  id: string;
  /** Lower ones go first. */
  priority: number;
  addedAt: number;
  /** When it was begun, the last time. */
  startedAt: number;
  /** 0 while it has not ended. */
  endedAt: number;
  /** How often it was begun. */
  starts: number;
  /** How often its worker was found to be gone. */
  stalls: number;
}

/** The jobs of these compressions; those that the queue has forgotten are left out. */
export async function readJobs(redis: Redis, ids: readonly string[]): Promise<JobRecord[]> {
  const hashes = await Promise.all(ids.map((id) => redis.hgetall(`${queuePrefix}:${id}`)));
  return hashes.flatMap((hash, index) => {
    const id = ids[index] ?? '';
    if (hash.timestamp === undefined) return [];
    const number = (name: string) => Number(hash[name] ?? 0);
    return [
      {
        id,
        priority: number('priority'),
        addedAt: number('timestamp'),
        startedAt: number('processedOn'),
        endedAt: number('finishedOn'),
        starts: number('ats'),
        stalls: number('stc'),
      },
    ];
  });
}

const startTimeoutMs = 60_000;
const endTimeoutMs = 90_000;

/** Waits until a job was begun so many times. @throws when it is not within a minute */
export async function untilStarted(redis: Redis, id: string, times: number): Promise<void> {
  await until(startTimeoutMs, `job ${id} does not begin for the ${times}. time`, async () =>
    (await readJobs(redis, [id])).some(({ starts }) => starts >= times),
  );
}

/** Waits until all jobs have ended; of what was erased the queue keeps nothing. @throws when they have not within 90 s */
export async function untilEnded(redis: Redis, ids: readonly string[]): Promise<void> {
  await until(endTimeoutMs, `jobs ${ids.join(' ')} do not end`, async () =>
    (await readJobs(redis, ids)).every(({ endedAt }) => endedAt > 0),
  );
}

async function until(timeoutMs: number, complaint: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(complaint);
    await sleep(50);
  }
}
