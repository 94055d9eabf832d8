import type { SessionUser } from '@gossamer/contracts/session-user';

/** A member whose address is confirmed, on the free plan. */
export const someUser = (changes: Partial<SessionUser> = {}): SessionUser => ({
  ...{ firstName: 'Maya', lastName: 'Rand', email: 'maya@studio-rand.example' },
  ...{ isPremium: false, profileImageUrl: null, preferredLanguage: 'en', isEmailVerified: true },
  ...changes,
});
