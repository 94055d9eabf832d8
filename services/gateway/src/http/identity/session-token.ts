import type { FastifyJWTOptions, JWT } from '@fastify/jwt';
import { sessionMs } from '@gossamer/contracts/accounts';

/** Claims in the token of a session cookie. */
export interface SessionClaims {
  sessionId: string;
  accountId: string;
}

const issuer = 'gossamer';
const audience = 'gossamer-session';
const algorithm = 'HS256';

/**
 * Returns the options for signing and verifying sessions with @fastify/jwt. All claims are required, because the
 * library validates a claim only if it is present.
 */
export function sessionTokens(key: Uint8Array): FastifyJWTOptions {
  return {
    secret: Buffer.from(key),
    sign: { algorithm, iss: issuer, aud: audience, expiresIn: sessionMs / 1_000 },
    verify: {
      algorithms: [algorithm],
      checkTyp: 'JWT',
      allowedIss: issuer,
      allowedAud: audience,
      requiredClaims: ['iss', 'aud', 'sub', 'jti', 'exp'],
    },
  };
}

export function signSession(jwt: JWT, { sessionId, accountId }: SessionClaims): string {
  return jwt.sign({ jti: sessionId, sub: accountId });
}

/** Returns the claims in a session token, or undefined if the token is invalid or expired. */
export function readSessionToken(jwt: JWT, token: string): SessionClaims | undefined {
  try {
    const { jti: sessionId, sub: accountId } = jwt.verify<{ jti: unknown; sub: unknown }>(token);
    return typeof sessionId === 'string' && typeof accountId === 'string'
      ? { sessionId, accountId }
      : undefined;
  } catch (error) {
    if (isTokenFault(error)) return undefined;
    throw error;
  }
}

const isTokenFault = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('FAST_JWT_');
