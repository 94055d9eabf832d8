import { sessionMs } from '@gossamer/contracts/accounts';
import { errors, jwtVerify, SignJWT } from 'jose';

/** What a session's cookie says: which session, of whom. */
export interface SessionClaims {
  sessionId: string;
  accountId: string;
}

const issuer = 'gossamer';
const audience = 'gossamer-session';
const algorithm = 'HS256';

export async function signSession({ sessionId, accountId }: SessionClaims, key: Uint8Array): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(accountId)
    .setJti(sessionId)
    .setIssuedAt()
    .setExpirationTime(new Date(Date.now() + sessionMs))
    .sign(key);
}

/** Undefined for whatever we did not sign as a session that still lasts. */
export async function readSessionToken(token: string, key: Uint8Array): Promise<SessionClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: 'JWT',
      issuer,
      audience,
      requiredClaims: ['sub', 'jti', 'exp'],
    });
    const { jti: sessionId, sub: accountId } = payload;
    return sessionId && accountId ? { sessionId, accountId } : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
