import { z } from 'zod';
import { locales } from './locales.ts';

/** Length limits for account fields (spec.md sections 5 and 9). The upper limits are not part of the specification. */
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
/** A password submitted for verification. Only its length is validated. */
export const givenPassword = z.string().min(1).max(maxPasswordChars);
export const languageCode = z.enum(locales.map(({ code }) => code));
/** A token from a link in an email: 160 random bits. */
export const mailToken = z.string().regex(/^[0-9a-z]{32}$/);

/** Request body of `POST /api/auth/signup`. */
export const signupBody = z.object({
  firstName: personName,
  lastName: personName,
  email,
  password,
  preferredLanguage: languageCode.default('en'),
});
/** Request body of `POST /api/auth/login`. */
export const loginBody = z.object({ email, password: givenPassword });
/** Request body of `POST /api/auth/language-preference`. */
export const languagePreferenceBody = z.object({ languageCode });
/** Request body of `POST /api/auth/forgot-password`. */
export const forgotPasswordBody = z.object({ email });
/** Request body of `POST /api/auth/reset-password`. The token comes from the emailed link. */
export const resetPasswordBody = z.object({
  token: mailToken,
  password,
  /**
   * Whether to keep API keys and webhooks when the password is reset. They are always revoked if the link also confirms
   * the email address for the first time.
   */
  keepKeysAndWebhooks: z.boolean().default(false),
});
/** Request body of `POST /api/auth/verify-email`. The token comes from the emailed link. */
export const verifyEmailBody = z.object({ token: mailToken });
/** Request body of `POST /api/auth/change-password`. */
export const changePasswordBody = z.object({ currentPassword: givenPassword, newPassword: password });
/** Request body of `POST /api/auth/change-email`. The new address takes effect once the link sent to it is opened. */
export const changeEmailBody = z.object({ email, currentPassword: givenPassword });
/** Request body of `PATCH /api/auth/user`. */
export const profileBody = z.object({ firstName: personName, lastName: personName });
/** Request body of `DELETE /api/auth/user`. */
export const deleteAccountBody = z.object({ currentPassword: givenPassword });

/** Lifetimes of emailed links in milliseconds. */
export const mailLinkMs = { reset: 10 * 60_000, verify: 24 * 3_600_000 } as const;
/** Maximum lifetime of a session in milliseconds. */
export const sessionMs = 30 * 24 * 3_600_000;
