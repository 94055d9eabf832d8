import { z } from 'zod';

/**
 * What a worker says of itself every few seconds, in the Redis hash `<prefix>:fleet` under its id.
 * An entry older than `presenceTtlMs` is of a worker that is gone.
 */
export const workerPresence = z.object({
  slots: z.int().min(1),
  /** Running mean over its last jobs; 0 before the first. */
  averageJobMs: z.number().min(0),
  /** By the clock of Redis, since machines' own may differ. */
  at: z.int(),
});
export type WorkerPresence = z.infer<typeof workerPresence>;

export const presenceIntervalMs = 3_000;
export const presenceTtlMs = 20_000;
export const fleetKey = (prefix: string) => `${prefix}:fleet`;
