import type { JobsOptions } from 'bullmq';

/**
 * Job options for messages between services. Messages are retried indefinitely with capped backoff, because they must
 * not be lost. Completed messages are removed immediately: they are not needed to detect duplicates, because handlers
 * are idempotent, and they can contain data that is deleted later.
 */
export const messageOptions: JobsOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'capped' },
  removeOnComplete: true,
  removeOnFail: { age: 7 * 24 * 3_600 },
};
