import type { GatewayDeps } from '../../deps.ts';
import { type OwnerQueue, readQueues } from './read-queues.ts';
import { readWorkers, type Workers } from './read-workers.ts';

/** Reading of the live workers and the pending jobs. */
export interface Reading {
  /** Time of the reading in milliseconds since the epoch. */
  at: number;
  workers: Workers;
  queues: OwnerQueue[];
}

export interface QueueState {
  /** Returns a reading that is at most five seconds old. */
  current(): Promise<Reading>;
}

/** Maximum age in milliseconds of a reading that is used without refreshing it. */
const freshMs = 500;
/**
 * Maximum age in milliseconds of a reading that is used while it is being refreshed, so that uploads do not wait for
 * the refresh.
 */
const usableMs = 5_000;

/**
 * Creates a cache of the state of workers and queues. While Redis or Postgres is unreachable, a reading contains no
 * jobs, so that no upload is rejected because of its wait time.
 */
export function createQueueState(
  deps: Pick<GatewayDeps, 'db' | 'redis' | 'compressionJobs' | 'config'>,
): QueueState {
  const none = { count: 0, engineProcesses: 0, expressProcesses: 0, costRatio: 1, canArchive: false };
  const empty = { workers: none, queues: [] };
  let last: Reading = { at: 0, ...empty };
  let reading: Promise<Reading> | undefined;
  const read = () => {
    reading ??= Promise.all([readWorkers(deps), readQueues(deps)])
      .then(([workers, queues]) => ({ workers, queues }))
      .catch(() => empty)
      .then((taken) => {
        last = { at: Date.now(), ...taken };
        reading = undefined;
        return last;
      });
    return reading;
  };
  return {
    current: async () => {
      const ageMs = Date.now() - last.at;
      const next = ageMs > freshMs ? read() : undefined;
      return next && ageMs > usableMs ? next : last;
    },
  };
}
