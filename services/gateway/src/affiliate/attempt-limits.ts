import type { AttemptLimit } from '../limits/attempts.ts';

const windowMs = 3_600_000;

export const memberApplications = (subject: string): AttemptLimit => ({
  kind: 'affiliateApplication',
  subject,
  allowance: 10,
  windowMs,
});

/** Limit on referral link clicks per IP address, which all users in an office or school may share. */
export const addressClicks = (subject: string): AttemptLimit => ({
  kind: 'affiliateClick',
  subject,
  allowance: 240,
  windowMs,
});

/** Limit on payout address changes per member. Wrong passwords also count against the session's limit. */
export const memberPayoutEmails = (subject: string): AttemptLimit => ({
  kind: 'payoutEmail',
  subject,
  allowance: 20,
  windowMs,
});

/** Limit on downloads of a member's commissions file, which is generated for each request. */
export const memberFiles = (subject: string): AttemptLimit => ({
  kind: 'affiliateFile',
  subject,
  allowance: 60,
  windowMs,
});
