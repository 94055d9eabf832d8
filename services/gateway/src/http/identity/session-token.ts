import type { FastifyJWTOptions, JWT } from '@fastify/jwt';
import { sessionMs } from '@gossamer/contracts/accounts';

/** What a session's cookie says: which session, of whom. */
export interface SessionClaims {
  sessionId: string;
  accountId: string;
}

const issuer = 'gossamer';
const audience = 'gossamer-session';
const algorithm = 'HS256';

/**
 * Returns the options of @fastify/jwt by which sessions are signed and verified. Every claim is required: the library
 * checks a value that is there and lets one pass that is missing.
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

/** Undefined for whatever we did not sign as a session that still lasts. */
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
