import { z } from 'zod';

const presence = z.object({
  /** Number of main engine processes. */
  engineProcesses: z.int().min(1),
  /** Additional engine processes for short jobs, used while long jobs occupy the main ones. */
  expressProcesses: z.int().min(0).default(0),
  /** Moving average of recent job times in milliseconds, which gateways of the previous version use for estimates. */
  averageJobMs: z.number().min(0).default(0),
  /**
   * Ratio of measured job time to estimated cost over recent jobs: 1 if the estimates are exact or no job has run yet.
   */
  costRatio: z.number().positive().default(1),
  /** Time of the report by the clock of the Redis server, because the clocks of machines can differ. */
  at: z.int(),
});
export type WorkerPresence = z.infer<typeof presence>;

/**
 * State that a worker reports every few seconds, in the Redis hash `<prefix>:fleet` under its id.
 * An entry older than `presenceTtlMs` belongs to a worker that has stopped.
 *
 * The previous release calls two fields `slots` and `expressSlots`. During an upgrade its workers send only these names
 * and its gateways read only these names. The next release may drop both names, here and in `presenceMessage`.
 */
export const workerPresence = z
  .looseObject({})
  .transform(
    ({ slots, expressSlots, ...message }): Record<string, unknown> => ({
      engineProcesses: slots,
      expressProcesses: expressSlots,
      ...message,
    }),
  )
  .pipe(presence);

/** Serializes a worker's presence to the JSON that the worker publishes. */
export const presenceMessage = (state: WorkerPresence): string =>
  JSON.stringify({ ...state, slots: state.engineProcesses, expressSlots: state.expressProcesses });

export const presenceIntervalMs = 3_000;
export const presenceTtlMs = 20_000;
/** Redis key of the workers' presence. All releases share it, so it must not be renamed. */
export const workersKey = (prefix: string) => `${prefix}:fleet`;
