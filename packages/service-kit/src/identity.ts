import { locales } from '@gossamer/contracts/locales';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { z } from 'zod';

/** Who asks, as the gateway has found out; services behind it believe nothing else (docs/decisions/0011). */
export const forwardedIdentity = z.object({
  accountId: z.string().min(1),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  language: z.enum(locales.map(({ code }) => code)),
  isEmailVerified: z.boolean(),
});
export type ForwardedIdentity = z.infer<typeof forwardedIdentity>;

/** The services that take it; what was signed for one is worth nothing to another. */
export type IdentityAudience = 'billing' | 'affiliate';

export const identityHeader = 'x-gossamer-identity';

const issuer = 'gossamer-gateway';
const algorithm = 'HS256';
const lifetimeSeconds = 60;
/** By so much the clocks of two machines may differ. */
const clockToleranceSeconds = 5;

/** Signs who asks, for one service and one minute. `secret`: shared by the gateway and those services. */
export function signIdentity(
  identity: ForwardedIdentity,
  audience: IdentityAudience,
  secret: string,
): string {
  const expiresIn = lifetimeSeconds * 1_000;
  return createSigner({ key: secret, algorithm, iss: issuer, aud: audience, expiresIn })({ who: identity });
}

/** Undefined for whatever the gateway did not sign for this service within the last minute, give or take its clock. */
export function readIdentity(
  token: string,
  audience: IdentityAudience,
  secret: string,
): ForwardedIdentity | undefined {
  const verify = createVerifier({
    key: secret,
    algorithms: [algorithm],
    checkTyp: 'JWT',
    allowedIss: issuer,
    allowedAud: audience,
    // The library checks a value that is there and lets one pass that is missing.
    requiredClaims: ['iss', 'aud', 'exp', 'iat'],
    // Counted without the tolerance.
    maxAge: (lifetimeSeconds + clockToleranceSeconds) * 1_000,
    clockTolerance: clockToleranceSeconds * 1_000,
  });
  try {
    const { iat, who } = verify(token);
    const isOfFuture = iat > Date.now() / 1_000 + clockToleranceSeconds;
    return isOfFuture ? undefined : forwardedIdentity.safeParse(who).data;
  } catch (error) {
    if (error instanceof TokenError) return undefined;
    throw error;
  }
}
