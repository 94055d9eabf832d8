import { z } from 'zod';

/**
 * State that a worker reports every few seconds, in the Redis hash `<prefix>:fleet` under its id.
 * An entry older than `presenceTtlMs` belongs to a worker that has stopped.
 */
export const workerPresence = z.object({
  slots: z.int().min(1),
  /** Additional engine processes for short jobs, used while long jobs occupy the others. */
  expressSlots: z.int().min(0).default(0),
  /** Moving average of recent jobs, for gateways of the previous version, which plan with it. */
  averageJobMs: z.number().min(0).default(0),
  /**
   * Ratio of measured job time to estimated cost over recent jobs: 1 if estimates are exact, and before the first job.
   */
  costRatio: z.number().positive().default(1),
  /** Redis server time, since the clocks of machines can differ. */
  at: z.int(),
});
export type WorkerPresence = z.infer<typeof workerPresence>;

export const presenceIntervalMs = 3_000;
export const presenceTtlMs = 20_000;
export const workersKey = (prefix: string) => `${prefix}:fleet`;
