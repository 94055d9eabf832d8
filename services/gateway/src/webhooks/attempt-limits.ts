import type { AttemptLimit } from '../limits/attempts.ts';

/** Limit on a member's requests that create or change a webhook or send a message manually. */
export const memberWebhooks = (subject: string): AttemptLimit => ({
  kind: 'webhook',
  subject,
  allowance: 60,
  windowMs: 3_600_000,
});
