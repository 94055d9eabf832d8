import type { GatewayDeps } from '../../deps.ts';
import { type OwnerQueue, readQueues } from './read-queues.ts';
import { readWorkers, type Workers } from './read-workers.ts';

/** State of the live workers and the pending jobs at one time. */
export interface Reading {
  /** Time at which the state was read, in milliseconds since the epoch. */
  at: number;
  workers: Workers;
  queues: OwnerQueue[];
}

export interface QueueState {
  /** Returns the state as it was at most five seconds ago. */
  current(): Promise<Reading>;
}

/** Maximum age in milliseconds of cached state that is used without a refresh. */
const freshMs = 500;
/**
 * Maximum age in milliseconds of cached state that is used during a refresh, so that uploads do not wait for the
 * refresh.
 */
const usableMs = 5_000;

/**
 * Creates a cache of the state of workers and queues. While Redis or Postgres is unreachable, the state contains no
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
