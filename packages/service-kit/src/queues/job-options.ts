import type { JobsOptions } from 'bullmq';

/**
 * Job options for messages between services. Messages are retried indefinitely with capped backoff, because they must
 * not be lost. Completed messages are removed immediately: handlers are idempotent, and the data that messages refer to
 * may be deleted.
 */
export const messageOptions: JobsOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'capped' },
  removeOnComplete: true,
  removeOnFail: { age: 7 * 24 * 3_600 },
};
