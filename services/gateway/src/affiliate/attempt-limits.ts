import type { AttemptLimit } from '../limits/attempts.ts';

const windowMs = 3_600_000;

export const memberApplications = (subject: string): AttemptLimit => ({
  kind: 'affiliateApplication',
  subject,
  allowance: 10,
  windowMs,
});

/** Limit of clicks on referral links from one network address, which an office or school may share. */
export const addressClicks = (subject: string): AttemptLimit => ({
  kind: 'affiliateClick',
  subject,
  allowance: 240,
  windowMs,
});

/** Limit of changes of the payout address by one member. Wrong passwords also count for the session. */
export const memberPayoutEmails = (subject: string): AttemptLimit => ({
  kind: 'payoutEmail',
  subject,
  allowance: 20,
  windowMs,
});

/** Limit of downloads of the file with all commissions, which is generated on each request. */
export const memberFiles = (subject: string): AttemptLimit => ({
  kind: 'affiliateFile',
  subject,
  allowance: 60,
  windowMs,
});
