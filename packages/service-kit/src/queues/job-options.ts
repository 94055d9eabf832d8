import type { JobsOptions } from 'bullmq';

/**
 * Messages between services: tried for ever with a capped wait, since each tells of something that has happened.
 * Done ones stay for a while, so that the same message sent again is recognised.
 */
export const messageOptions: JobsOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'capped' },
  removeOnComplete: { age: 3_600, count: 10_000 },
  removeOnFail: { age: 7 * 24 * 3_600 },
};
