import { createHash } from 'node:crypto';
import type { GatewayConfig } from '../config.ts';
import type { GatewayDeps } from '../deps.ts';
import { type AttemptLimit, countAttempt } from '../limits/attempts.ts';
import { uncount } from '../limits/counters.ts';
import { windowStart } from '../limits/windows.ts';

const loginWindowMs = 15 * 60_000;
const hourMs = 3_600_000;

const passwordGuesses = { kind: 'login', allowance: 20, windowMs: loginWindowMs } as const;

/** Hashes an email address for use in attempt counters. Addresses without an account are also counted. */
const hashed = (emailKey: string) => createHash('sha256').update(emailKey).digest('hex');

export const loginSubject = (emailKey: string): string => `login:${hashed(emailKey)}`;

/** Limit on wrong passwords per account, shared by all browsers in which the owner has never logged in. */
export const accountLogins = (emailKey: string): AttemptLimit => ({
  ...passwordGuesses,
  subject: loginSubject(emailKey),
});

/** Limit on wrong passwords per account from a browser in which the owner has logged in before. */
export const knownBrowserLogins = (accountId: string, browserId: string): AttemptLimit => ({
  ...passwordGuesses,
  subject: `browser:${hashed(`${accountId} ${browserId}`)}`,
});

/** Limit on wrong passwords per session. */
export const sessionPasswords = (sessionId: string): AttemptLimit => ({
  ...passwordGuesses,
  subject: `session:${hashed(sessionId)}`,
});

/** Limit on login attempts per IP address across all accounts. */
export const addressLogins = (subject: string, config: GatewayConfig): AttemptLimit => ({
  kind: 'login',
  subject,
  allowance: config.attempts.addressLogins,
  windowMs: loginWindowMs,
});

export const addressSignups = (subject: string, config: GatewayConfig): AttemptLimit => ({
  kind: 'signup',
  subject,
  allowance: config.attempts.addressSignups,
  windowMs: hourMs,
});

/** Limit on password resets requested per IP address. */
export const addressResets = (subject: string): AttemptLimit => ({
  kind: 'mail',
  subject,
  allowance: 20,
  windowMs: hourMs,
});

/**
 * Limits on password resets per email address: one limit per network, so that other networks do not use up the owner's
 * limit, and one for all networks together, so that no mailbox is flooded.
 */
export const emailResets = (emailKey: string, addressSubject: string): AttemptLimit[] => [
  {
    kind: 'mail',
    subject: `mail:${hashed(`${emailKey} ${addressSubject}`)}`,
    allowance: 3,
    windowMs: hourMs,
  },
  { kind: 'mail', subject: `mail:${hashed(emailKey)}`, allowance: 10, windowMs: hourMs },
];

/**
 * Limit on confirmation emails per email address across all accounts: one email at sign-up plus the number that
 * a member may request. The limit is needed because anyone can sign up with another person's address.
 */
export const emailConfirmations = (emailKey: string): AttemptLimit => ({
  kind: 'mail',
  subject: `confirmation:${hashed(emailKey)}`,
  allowance: 6,
  windowMs: hourMs,
});

/** Limit on the confirmation emails that a member can request. */
export const memberMails = (accountId: string): AttemptLimit => ({
  kind: 'mail',
  subject: `member:${accountId}`,
  allowance: 5,
  windowMs: hourMs,
});

/**
 * Counts a login attempt while `check` verifies the password. If the password is correct, the attempt is not counted.
 * @throws AppError `too_many_attempts`
 */
export async function countingWrong(
  deps: GatewayDeps,
  limit: AttemptLimit,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const { windowMs, ...counter } = limit;
  const windowStartsAt = windowStart(deps.clock(), windowMs);
  await countAttempt(deps, [{ ...counter, windowMs }]);
  const isRight = await check();
  if (isRight) await uncount(deps.db, { ...counter, windowStartsAt });
  return isRight;
}
