import { z } from 'zod';
import { locales } from './locales.ts';

/** Bounds of what a member gives (spec.md sections 5 and 9; the upper ones are the design's). */
export const accountLimits = {
  minNameChars: 2,
  maxNameChars: 80,
  maxEmailChars: 254,
  minPasswordChars: 6,
  maxPasswordChars: 128,
} as const;

const { minNameChars, maxNameChars, maxEmailChars, minPasswordChars, maxPasswordChars } = accountLimits;

/** Names as they are shown, without space around them. */
const personName = z.string().trim().min(minNameChars).max(maxNameChars);
export const email = z.string().trim().max(maxEmailChars).pipe(z.email());
export const password = z.string().min(minPasswordChars).max(maxPasswordChars);
/** What is held against a stored hash: any text that could have been a password. */
export const givenPassword = z.string().min(1).max(maxPasswordChars);
export const languageCode = z.enum(locales.map(({ code }) => code));
/** Travels in a mailed link: 160 random bits. */
export const mailToken = z.string().regex(/^[0-9a-z]{32}$/);

/** `POST /api/auth/signup` */
export const signupBody = z.object({
  firstName: personName,
  lastName: personName,
  email,
  password,
  preferredLanguage: languageCode.default('en'),
});
/** `POST /api/auth/login` */
export const loginBody = z.object({ email, password: givenPassword });
/** `POST /api/auth/language-preference` */
export const languagePreferenceBody = z.object({ languageCode });
/** `POST /api/auth/forgot-password` */
export const forgotPasswordBody = z.object({ email });
/** `POST /api/auth/reset-password`, with the token of the mailed link. */
export const resetPasswordBody = z.object({
  token: mailToken,
  password,
  /** API keys and webhooks are revoked unless this is true. Ignored when the link is the first proof of the address. */
  keepKeysAndWebhooks: z.boolean().default(false),
});
/** `POST /api/auth/verify-email`, with the token of the mailed link. */
export const verifyEmailBody = z.object({ token: mailToken });
/** `POST /api/auth/change-password` */
export const changePasswordBody = z.object({ currentPassword: givenPassword, newPassword: password });
/** `POST /api/auth/change-email`: the new address counts once its link was followed. */
export const changeEmailBody = z.object({ email, currentPassword: givenPassword });
/** `PATCH /api/auth/user` */
export const profileBody = z.object({ firstName: personName, lastName: personName });
/** `DELETE /api/auth/user` */
export const deleteAccountBody = z.object({ currentPassword: givenPassword });

/** How long the links in mails work. */
export const mailLinkMs = { reset: 10 * 60_000, verify: 24 * 3_600_000 } as const;
/** How long a session lasts that is not ended before. */
export const sessionMs = 30 * 24 * 3_600_000;
