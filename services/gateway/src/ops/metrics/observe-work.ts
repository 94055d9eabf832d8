import { bandStart, scorePerPriority, tiers } from '@gossamer/contracts/queue-priority';
import { observeGauges, type Sample } from '@gossamer/service-kit/observed-gauges';
import { sql } from 'kysely';
import { readQueues } from '../../compressions/queue/read-queues.ts';
import { readWorkers } from '../../compressions/queue/read-workers.ts';
import type { GatewayDeps } from '../../deps.ts';

/**
 * Exposes the state of compressions, workers, deliveries and emails. Compressions are counted by tier in the
 * database, so that compressions whose jobs the queue has lost are included. The wait times without a tier cover only
 * jobs that additional workers could process, and are used for scaling. Each background process exposes the same
 * values.
 */
export function observeWork(deps: GatewayDeps): void {
  observeGauges(
    deps.metrics,
    {
      compressions_waiting: { help: 'Accepted compressions that no worker has taken', labels: ['tier'] },
      compressions_oldest_waiting_seconds: {
        help: 'How long the oldest waiting compression has waited, in seconds; 0 if none waits',
        labels: ['tier'],
      },
      compressions_queue_wait_seconds: {
        help: 'Longest wait of a first job of both lanes, in seconds; 0 if none waits or the queue is paused',
      },
      compressions_estimated_wait_seconds: {
        help: 'Expected wait of a job at the end of the queue, in seconds; 0 while the queue is paused',
      },
      workers_reporting: { help: 'Workers that reported recently' },
      workers_engine_processes: { help: 'Main engine processes of these workers' },
      ...dueGauges,
    },
    async () => {
      const [byTier, line, workers, queues, due] = await Promise.all([
        readWaiting(deps),
        readLine(deps),
        readWorkers(deps),
        readQueues(deps),
        readDue(deps),
      ]);
      const ofTiers = (pick: 'jobs' | 'oldestSeconds'): Sample[] =>
        tiers.map((tier) => ({
          labels: { tier },
          value: byTier.find((row) => row.tier === tier)?.[pick] ?? 0,
        }));
      const waitingMs = queues.reduce((sum, queue) => sum + queue.waitingMs, 0);
      const estimatedMs = line.isPaused
        ? 0
        : (waitingMs * workers.costRatio) / Math.max(1, workers.engineProcesses);
      return {
        compressions_waiting: ofTiers('jobs'),
        compressions_oldest_waiting_seconds: ofTiers('oldestSeconds'),
        compressions_queue_wait_seconds: [{ value: line.oldestMs / 1_000 }],
        compressions_estimated_wait_seconds: [{ value: estimatedMs / 1_000 }],
        workers_reporting: [{ value: workers.count }],
        workers_engine_processes: [{ value: workers.engineProcesses }],
        ...due,
      };
    },
    deps.logger,
  );
}

/**
 * Returns the wait time of the first job in the lane for short jobs or in the lane for long jobs, whichever is longer.
 * Delayed jobs and jobs in paused queues are not included.
 */
async function readLine({
  compressionJobs: { queue },
  redis,
}: GatewayDeps): Promise<{ isPaused: boolean; oldestMs: number }> {
  const fromLong = bandStart('long', tiers[0]) * scorePerPriority;
  const [isPaused, [first], [longId]] = await Promise.all([
    queue.isPaused(),
    queue.getJobs(['waiting', 'prioritized'], 0, 0, true),
    redis.zrangebyscore(queue.toKey('prioritized'), fromLong, '+inf', 'LIMIT', 0, 1),
  ]);
  const long = longId === undefined ? undefined : await queue.getJob(longId);
  const waits = [first, long].map((job) => (job ? Date.now() - job.timestamp : 0));
  return { isPaused, oldestMs: isPaused ? 0 : Math.max(...waits) };
}

async function readWaiting({ db, redis, compressionJobs }: GatewayDeps) {
  const inWork = await redis.lrange(compressionJobs.queue.toKey('active'), 0, -1);
  return db
    .selectFrom('compressions')
    .select(({ fn }) => [
      'tier',
      sql<number>`${fn.countAll()}::float8`.as('jobs'),
      sql<number>`extract(epoch from clock_timestamp() - min(created_at))::float8`.as('oldestSeconds'),
    ])
    .where('status', '=', 'pending')
    .where(sql<boolean>`id <> all(${inWork}::text[])`)
    .groupBy('tier')
    .execute();
}

const dueGauges = {
  webhook_deliveries_pending: { help: 'Pending webhook deliveries' },
  webhook_accounts_overdue: { help: 'Accounts with a webhook delivery overdue by more than five minutes' },
  webhook_deliveries_overdue_seconds: { help: 'Delay of the oldest due delivery in seconds; 0 if none' },
  result_deliveries_pending: { help: 'Pending deliveries of results to the storage of API clients' },
  result_deliveries_overdue_seconds: { help: 'Delay of the oldest due delivery in seconds; 0 if none' },
  mails_pending: { help: 'Pending emails' },
  mails_overdue_seconds: { help: 'Delay of the oldest due email in seconds; 0 if none' },
} as const;

async function readDue({ db }: GatewayDeps): Promise<Record<keyof typeof dueGauges, Sample[]>> {
  const figures = {
    pending: sql<number>`count(*)::float8`.as('pending'),
    overdueSeconds: sql<number>`greatest(0, coalesce(
      extract(epoch from clock_timestamp() - min(next_attempt_at)), 0))::float8`.as('overdueSeconds'),
  };
  const [deliveries, results, mails] = await Promise.all([
    db
      .selectFrom('deliveries')
      .select([
        figures.pending,
        figures.overdueSeconds,
        sql<number>`(count(distinct account_id) filter (
          where next_attempt_at < clock_timestamp() - interval '5 minutes'))::float8`.as('accounts'),
      ])
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('resultDeliveries')
      .select([figures.pending, figures.overdueSeconds])
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow(),
    db.selectFrom('mails').select([figures.pending, figures.overdueSeconds]).executeTakeFirstOrThrow(),
  ]);
  return {
    webhook_deliveries_pending: [{ value: deliveries.pending }],
    webhook_accounts_overdue: [{ value: deliveries.accounts }],
    webhook_deliveries_overdue_seconds: [{ value: deliveries.overdueSeconds }],
    result_deliveries_pending: [{ value: results.pending }],
    result_deliveries_overdue_seconds: [{ value: results.overdueSeconds }],
    mails_pending: [{ value: mails.pending }],
    mails_overdue_seconds: [{ value: mails.overdueSeconds }],
  };
}
