import { observeGauges, type Sample } from '@gossamer/service-kit/observed-gauges';
import type { Queue } from 'bullmq';
import type { GatewayDeps } from '../../deps.ts';

/** Registers gauges for the number of jobs in each queue and the age of the oldest waiting job. */
export function observeQueues(deps: GatewayDeps, queues: readonly Queue[]): void {
  observeGauges(
    deps.metrics,
    {
      queue_jobs: { help: 'Jobs in a queue, by state', labels: ['queue', 'state'] },
      queue_oldest_waiting_seconds: {
        help: 'How long the first waiting job has waited, in seconds; 0 if none waits',
        labels: ['queue'],
      },
      queue_is_paused: { help: '1 while the queue is paused', labels: ['queue'] },
    },
    async () => {
      const read = await Promise.all(queues.map(readQueue));
      return {
        queue_jobs: read.flatMap(({ states }) => states),
        queue_oldest_waiting_seconds: read.map(({ oldest }) => oldest),
        queue_is_paused: read.map(({ isPaused }) => isPaused),
      };
    },
    deps.logger,
  );
}

async function readQueue(
  queue: Queue,
): Promise<Record<'oldest' | 'isPaused', Sample> & { states: Sample[] }> {
  const [{ waiting = 0, prioritized = 0, ...others }, [first], isPaused] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
    queue.getJobs(['waiting', 'prioritized'], 0, 0, true),
    queue.isPaused(),
  ]);
  const labels = { queue: queue.name };
  const states = Object.entries({ waiting: waiting + prioritized, ...others });
  return {
    states: states.map(([state, value]) => ({ labels: { ...labels, state }, value })),
    oldest: { labels, value: first ? (Date.now() - first.timestamp) / 1_000 : 0 },
    isPaused: { labels, value: Number(isPaused) },
  };
}
