import type { JobsOptions } from 'bullmq';

/**
 * Options for messages between services: retried indefinitely with capped backoff, since each reports something that
 * has happened. Completed ones are removed immediately: handlers are idempotent, and the data they refer to may be
 * deleted.
 */
export const messageOptions: JobsOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'capped' },
  removeOnComplete: true,
  removeOnFail: { age: 7 * 24 * 3_600 },
};
