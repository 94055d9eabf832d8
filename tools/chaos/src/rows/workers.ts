import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, exactly, type Measure } from '../measures.ts';
import { type JobRecord, queuePrefix, readJobs, waitingIds, waitingLists } from '../queue.ts';
import { signal } from '../signals.ts';
import type { World } from '../world.ts';
import type { Outcome, Row } from './row.ts';

const stoppedMs = 45_000;
const maxBytesPerJob = 2_048;
/** Tolerance in milliseconds for the start order, because several engine processes take jobs concurrently. */
const toleranceMs = 1_000;

export const workerRows: Row[] = [
  {
    name: 'all workers stopped 45 s (back-pressure)',
    load: { uploads: 160, inFlight: 16, overMs: 30_000 },
    // Most uploads are rejected with Retry-After and retried while the backlog is being processed.
    limits: { settleMs: 240_000 },
    fault: stopWorkers,
    check: checkOrder,
  },
];

async function stopWorkers(world: World): Promise<Measure[]> {
  const pids = world.processes('worker').map(({ pid }) => pid);
  for (const pid of pids) signal(pid, 'SIGSTOP');
  await sleep(stoppedMs);
  const waiting = (await waitingIds(world.redis)).length;
  const bytes = await waitingBytes(world);
  for (const pid of pids) signal(pid, 'SIGCONT');
  return [
    atLeast('jobs waiting at the end', waiting, 10),
    atMost('Redis bytes per waiting job', Math.round(bytes / waiting), maxBytesPerJob),
  ];
}

/** Returns the Redis memory in bytes used by waiting jobs and by the lists that contain them. */
async function waitingBytes({ redis }: World): Promise<number> {
  const ids = await waitingIds(redis);
  const keys = [...waitingLists, ...ids.map((id) => `${queuePrefix}:${id}`)];
  const sizes = await Promise.all(keys.map((key) => redis.memory('USAGE', key, 'SAMPLES', 0)));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

async function checkOrder(world: World, { report, ids }: Outcome): Promise<Measure[]> {
  // Exclude jobs that were running when their worker was suspended, because such jobs are restarted out of order.
  const jobs = (await readJobs(world.redis, ids)).filter(({ starts }) => starts === 1);
  const overtaken = jobs.filter((job) => jobs.some((other) => hasOvertaken(other, job)));
  const left = (await waitingIds(world.redis)).length;
  return [
    atLeast('uploads refused as fleet_busy', report.refused.get('fleet_busy') ?? 0, 1),
    exactly('jobs started out of order', overtaken.length, 0),
    exactly('jobs still waiting', left, 0),
  ];
}

/** Returns whether the lower-priority job `other` started before `job` although `job` was already waiting. */
function hasOvertaken(other: JobRecord, job: JobRecord): boolean {
  return (
    other.priority > job.priority &&
    other.startedAt > job.addedAt &&
    other.startedAt + toleranceMs < job.startedAt
  );
}
