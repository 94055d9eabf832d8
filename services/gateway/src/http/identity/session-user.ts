import type { SessionUser } from '@gossamer/contracts/session-user';
import type { AccountRow } from '../../db/schema.ts';

/** Returns an account as the member's browser sees it. */
export function toSessionUser(account: AccountRow): SessionUser {
  return {
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    isPremium: account.plan === 'pro',
    profileImageUrl: null,
    preferredLanguage: account.preferredLanguage,
    isEmailVerified: account.emailVerifiedAt !== null,
  };
}
