import type { JobsOptions } from 'bullmq';

/**
 * Messages between services: tried for ever with a capped wait, since each tells of something that has happened.
 * Done ones go at once: whoever hears one twice does nothing the second time, and what they speak of may be deleted.
 */
export const messageOptions: JobsOptions = {
  attempts: Number.MAX_SAFE_INTEGER,
  backoff: { type: 'capped' },
  removeOnComplete: true,
  removeOnFail: { age: 7 * 24 * 3_600 },
};
