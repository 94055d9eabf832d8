import { locales } from '@gossamer/contracts/locales';
import { errors, jwtVerify, SignJWT } from 'jose';
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
): Promise<string> {
  return new SignJWT({ who: identity })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(new TextEncoder().encode(secret));
}

/** Undefined for whatever the gateway did not sign for this service within the last minute, give or take its clock. */
export async function readIdentity(
  token: string,
  audience: IdentityAudience,
  secret: string,
): Promise<ForwardedIdentity | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: [algorithm],
      typ: 'JWT',
      issuer,
      audience,
      requiredClaims: ['exp', 'iat'],
      maxTokenAge: `${lifetimeSeconds}s`,
      clockTolerance: clockToleranceSeconds,
    });
    return forwardedIdentity.safeParse(payload.who).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
