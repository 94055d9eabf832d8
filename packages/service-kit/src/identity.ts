import { locales } from '@gossamer/contracts/locales';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { z } from 'zod';

/** Identity of the caller as determined by the gateway. Services trust no other source (docs/decisions/0011). */
export const forwardedIdentity = z.object({
  accountId: z.string().min(1),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  language: z.enum(locales.map(({ code }) => code)),
  isEmailVerified: z.boolean(),
});
export type ForwardedIdentity = z.infer<typeof forwardedIdentity>;

/** Services that accept an identity token. A token signed for one service is not valid for another. */
export type IdentityAudience = 'billing' | 'affiliate';

export const identityHeader = 'x-gossamer-identity';

const issuer = 'gossamer-gateway';
const algorithm = 'HS256';
const lifetimeSeconds = 60;
/** Tolerated clock difference between two machines, in seconds. */
const clockToleranceSeconds = 5;

/**
 * Signs the caller's identity for one service with the secret that the gateway and the services share. The token
 * expires after a minute.
 */
export function signIdentity(
  identity: ForwardedIdentity,
  audience: IdentityAudience,
  secret: string,
): string {
  const expiresIn = lifetimeSeconds * 1_000;
  return createSigner({ key: secret, algorithm, iss: issuer, aud: audience, expiresIn })({ who: identity });
}

/**
 * Returns the caller's identity. Returns undefined unless the gateway signed the token for this service within the last
 * minute (plus `clockToleranceSeconds`).
 */
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
    // Require these claims, because the library accepts tokens without them.
    requiredClaims: ['iss', 'aud', 'exp', 'iat'],
    // Add the clock tolerance to `maxAge`, because the library does not do so.
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
