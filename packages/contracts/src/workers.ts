import { z } from 'zod';

/**
 * What a worker says of itself every few seconds, in the Redis hash `<prefix>:fleet` under its id.
 * An entry older than `presenceTtlMs` is of a worker that is gone.
 */
export const workerPresence = z.object({
  slots: z.int().min(1),
  /** Engine processes beside the slots that take short jobs while long ones occupy the slots. */
  expressSlots: z.int().min(0).default(0),
  /** Running mean over its last jobs; for gateways of the version before, which plan by it. */
  averageJobMs: z.number().min(0).default(0),
  /** Measured job time by estimated cost over its last jobs: 1 where estimates are exact, and before the first job. */
  costRatio: z.number().positive().default(1),
  /** By the clock of Redis, since machines' own may differ. */
  at: z.int(),
});
export type WorkerPresence = z.infer<typeof workerPresence>;

export const presenceIntervalMs = 3_000;
export const presenceTtlMs = 20_000;
export const workersKey = (prefix: string) => `${prefix}:fleet`;
