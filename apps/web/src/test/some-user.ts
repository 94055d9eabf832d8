import type { SessionUser } from '@gossamer/contracts/session-user';

/** Returns a member on the Free plan with a confirmed email address. */
export const someUser = (changes: Partial<SessionUser> = {}): SessionUser => ({
  firstName: 'Maya',
  lastName: 'Rand',
  email: 'maya@studio-rand.example',
  isPremium: false,
  profileImageUrl: null,
  preferredLanguage: 'en',
  isEmailVerified: true,
  countsDeviceResults: false,
  ...changes,
});
