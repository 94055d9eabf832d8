import type { EngineEffort } from '@gossamer/contracts/engine-report';
import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../../deps.ts';
import { assertWaitBelow, expectedWaitMs } from './expected-wait.ts';
import type { QueueState } from './queue-state.ts';
import type { OwnerQueue, QueueOwner } from './read-queues.ts';
import type { Workers } from './read-workers.ts';
import { type JobFacts, type Schedule, scheduleJob } from './schedule.ts';

export interface ScheduleOptions {
  queueState: QueueState;
  /** Engine effort. If undefined, the effort depends on the load. */
  effort: EngineEffort | undefined;
  /** Maximum queue wait time in milliseconds. An upload whose job would wait longer is rejected. */
  maxWaitMs: number;
}

/**
 * Returns the lane, cost and limits for a job, which depend on the current load of the queue.
 * @throws AppError `archive_unavailable`; `fleet_busy` with Retry-After if the job would wait longer than `maxWaitMs`
 */
export async function scheduleByLoad(
  { config }: Pick<GatewayDeps, 'config'>,
  owner: QueueOwner,
  job: JobFacts,
  { queueState, effort, maxWaitMs }: ScheduleOptions,
): Promise<Schedule> {
  const { queues, workers } = await queueState.current();
  assertCanArchive(job, workers);
  const usual = scheduleJob(job, 'thorough', { isHigh: false, isAnonymousBesideOthers: false });
  const isHigh = (await expectedWaitMs(queueState, owner, usual)) > config.fastFromWaitMs;
  const isOthers = ({ tier, ownerKey, waitingMs }: OwnerQueue) =>
    waitingMs > 0 && (tier !== owner.tier || ownerKey !== owner.ownerKey);
  const isAnonymousBesideOthers = owner.tier === 'visitor' && queues.some(isOthers);
  const schedule = scheduleJob(job, effort, { isHigh, isAnonymousBesideOthers });
  await assertWaitBelow(queueState, owner, maxWaitMs, schedule);
  return schedule;
}

/**
 * Rejects requests to archive a JPEG or to restore an archive if workers are running but none of them has the required
 * programs.
 * @throws AppError `archive_unavailable`
 */
function assertCanArchive({ original, settings }: JobFacts, workers: Workers): void {
  const needsPrograms = settings.archive === true || original.format === 'jxl';
  if (needsPrograms && workers.count > 0 && !workers.canArchive) throw new AppError('archive_unavailable');
}
