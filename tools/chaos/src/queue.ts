import { setTimeout as sleep } from 'node:timers/promises';
import { compressionQueue } from '@gossamer/contracts/jobs';
import type { Redis } from 'ioredis';

/** Prefix of the queue's Redis keys. `gossamer` is the default prefix of a deployment. */
export const queuePrefix = `gossamer:${compressionQueue.name}`;

/** Redis keys of the waiting jobs. The second key contains jobs with a priority. */
export const waitingLists = [`${queuePrefix}:wait`, `${queuePrefix}:prioritized`] as const;

export async function waitingIds(redis: Redis): Promise<string[]> {
  const [plain, prioritized] = waitingLists;
  return [...(await redis.lrange(plain, 0, -1)), ...(await redis.zrange(prioritized, '0', '-1'))];
}

/** A job as stored in the queue. Times are Unix timestamps in milliseconds. */
export interface JobRecord {
  id: string;
  /** Priority of the job. Lower values run first. */
  priority: number;
  addedAt: number;
  /** Time at which the last attempt started. */
  startedAt: number;
  /** Time at which the job finished, or 0 if it has not finished. */
  endedAt: number;
  /** Number of starts, including those that do not count as attempts. */
  starts: number;
  /** Number of attempts that have ended. */
  attempts: number;
  /** Number of times that the job stalled because its worker stopped. */
  stalls: number;
}

/** Returns the jobs for the given compression ids. Omits jobs that are no longer in the queue. */
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
        attempts: number('atm'),
        stalls: number('stc'),
      },
    ];
  });
}

const startTimeoutMs = 60_000;
const endTimeoutMs = 90_000;

/**
 * Waits until a job has started `times` attempts.
 * @throws Error after one minute
 */
export async function untilStarted(redis: Redis, id: string, times: number): Promise<void> {
  await until(startTimeoutMs, `job ${id} does not begin for the ${times}. time`, async () =>
    (await readJobs(redis, [id])).some(({ starts }) => starts >= times),
  );
}

/**
 * Waits until all jobs have finished or were removed from the queue.
 * @throws Error after 90 s
 */
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
