import type { SessionUser } from '@gossamer/contracts/session-user';
import type { AccountRow } from '../../db/schema.ts';

/** Converts an account to the user object that is sent to the member's browser. */
export function toSessionUser(account: AccountRow): SessionUser {
  return {
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    isPremium: account.plan === 'pro',
    profileImageUrl: null,
    preferredLanguage: account.preferredLanguage,
    isEmailVerified: account.emailVerifiedAt !== null,
    countsDeviceResults: account.countsDeviceResults,
  };
}
