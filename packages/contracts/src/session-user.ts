import { z } from 'zod';
import { locales } from './locales.ts';

const languageCodes = locales.map(({ code }) => code);

/** Response of `GET /api/auth/user`: the logged-in user (spec.md section 3). */
export const sessionUser = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isPremium: z.boolean(),
  profileImageUrl: z.string().nullable(),
  preferredLanguage: z.enum(languageCodes),
  isEmailVerified: z.boolean(),
  /**
   * Whether images that the user's devices compress are included in the statistics. During an upgrade, gateways of the
   * previous release omit it.
   */
  countsDeviceResults: z.boolean().default(false),
});
export type SessionUser = z.infer<typeof sessionUser>;
