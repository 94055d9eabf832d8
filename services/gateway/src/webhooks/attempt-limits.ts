import type { AttemptLimit } from '../limits/attempts.ts';

/** Webhooks that a member creates or changes, and messages that a member sends manually. */
export const memberWebhooks = (subject: string): AttemptLimit => ({
  kind: 'webhook',
  subject,
  allowance: 60,
  windowMs: 3_600_000,
});
