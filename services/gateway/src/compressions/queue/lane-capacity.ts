import type { Lane } from '@gossamer/contracts/queue-priority';
import type { OwnerQueue } from './read-queues.ts';
import type { Workers } from './read-workers.ts';

/**
 * Returns the number of engine processes that serve a lane. Long jobs may occupy all main processes; express processes
 * are reserved for short jobs.
 */
export function engineProcessesFor(
  lane: Lane,
  queues: readonly OwnerQueue[],
  { engineProcesses, expressProcesses }: Pick<Workers, 'engineProcesses' | 'expressProcesses'>,
): number {
  if (lane === 'long') return Math.max(1, engineProcesses);
  const longJobs = queues.reduce((sum, queue) => sum + (queue.lane === 'long' ? queue.jobs : 0), 0);
  return Math.max(1, expressProcesses, engineProcesses - longJobs);
}
