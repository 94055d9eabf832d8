import type { AttemptLimit } from '../limits/attempts.ts';

const windowMs = 3_600_000;

export const memberApplications = (subject: string): AttemptLimit => ({
  kind: 'affiliateApplication',
  ...{ subject, allowance: 10, windowMs },
});

/** Clicks of referral links from one address, which may be an office's or a school's. */
export const addressClicks = (subject: string): AttemptLimit => ({
  kind: 'affiliateClick',
  ...{ subject, allowance: 240, windowMs },
});

/** Changes of where payouts go; wrong passwords count for the session besides. */
export const memberPayoutEmails = (subject: string): AttemptLimit => ({
  kind: 'payoutEmail',
  ...{ subject, allowance: 20, windowMs },
});

/** Files of all commissions, which are read anew each time. */
export const memberFiles = (subject: string): AttemptLimit => ({
  kind: 'affiliateFile',
  ...{ subject, allowance: 60, windowMs },
});
