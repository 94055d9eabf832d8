import { z } from 'zod';

const presence = z.object({
  /** Number of main engine processes. */
  engineProcesses: z.int().min(1),
  /** Additional engine processes for short jobs, used while long jobs occupy the main ones. */
  expressProcesses: z.int().min(0).default(0),
  /** Moving average of recent job durations in ms. Gateways of the previous version use it to estimate waits. */
  averageJobMs: z.number().min(0).default(0),
  /**
   * Ratio of measured job time to estimated cost over recent jobs: 1 if the estimates are exact or no job has run yet.
   */
  costRatio: z.number().positive().default(1),
  /** Whether the worker can archive and restore JPEGs. False if programs are missing, and for older workers. */
  canArchive: z.boolean().default(false),
  /** Time of the report according to the clock of the Redis server, because the clocks of machines can differ. */
  at: z.int(),
});
export type WorkerPresence = z.infer<typeof presence>;

/**
 * State that a worker reports every few seconds. Stored in the Redis hash `<prefix>:fleet` under the worker's id. An
 * entry older than `presenceTtlMs` belongs to a worker that has stopped.
 *
 * The previous release uses the names `slots` and `expressSlots` for two of the fields. During an upgrade, its workers
 * send only the old names and its gateways read only the old names. The next release may remove both names, here and in
 * `presenceMessage`.
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

/** Serializes a worker's state to the JSON that the worker publishes in Redis. */
export const presenceMessage = (state: WorkerPresence): string =>
  JSON.stringify({ ...state, slots: state.engineProcesses, expressSlots: state.expressProcesses });

export const presenceIntervalMs = 3_000;
export const presenceTtlMs = 20_000;
/** Redis key of the hash of running workers. All releases share the key, so it must not be renamed. */
export const workersKey = (prefix: string) => `${prefix}:fleet`;
