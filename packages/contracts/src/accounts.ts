import { z } from 'zod';
import { locales } from './locales.ts';

/** Length limits of account fields (spec.md sections 5 and 9; the upper limits are our own). */
export const accountLimits = {
  minNameChars: 2,
  maxNameChars: 80,
  maxEmailChars: 254,
  minPasswordChars: 6,
  maxPasswordChars: 128,
} as const;

const { minNameChars, maxNameChars, maxEmailChars, minPasswordChars, maxPasswordChars } = accountLimits;

/** A person's name, trimmed. */
const personName = z.string().trim().min(minNameChars).max(maxNameChars);
export const email = z.string().trim().max(maxEmailChars).pipe(z.email());
export const password = z.string().min(minPasswordChars).max(maxPasswordChars);
/** A submitted password to verify. Only its length is limited. */
export const givenPassword = z.string().min(1).max(maxPasswordChars);
export const languageCode = z.enum(locales.map(({ code }) => code));
/** A token in an emailed link: 160 random bits. */
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
/** `POST /api/auth/reset-password`, with the token of the emailed link. */
export const resetPasswordBody = z.object({
  token: mailToken,
  password,
  /**
   * API keys and webhooks are revoked unless this is true. Ignored if the link is the first confirmation of the email
   * address.
   */
  keepKeysAndWebhooks: z.boolean().default(false),
});
/** `POST /api/auth/verify-email`, with the token of the emailed link. */
export const verifyEmailBody = z.object({ token: mailToken });
/** `POST /api/auth/change-password` */
export const changePasswordBody = z.object({ currentPassword: givenPassword, newPassword: password });
/** `POST /api/auth/change-email`: the new address takes effect once its link is opened. */
export const changeEmailBody = z.object({ email, currentPassword: givenPassword });
/** `PATCH /api/auth/user` */
export const profileBody = z.object({ firstName: personName, lastName: personName });
/** `DELETE /api/auth/user` */
export const deleteAccountBody = z.object({ currentPassword: givenPassword });

/** Lifetimes of links in emails. */
export const mailLinkMs = { reset: 10 * 60_000, verify: 24 * 3_600_000 } as const;
/** Maximum lifetime of a session. */
export const sessionMs = 30 * 24 * 3_600_000;
