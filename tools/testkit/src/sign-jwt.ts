import { createHmac } from 'node:crypto';

/** Header and payload of a JSON Web Token before encoding. */
export interface JwtParts {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Signs a token independently of the library under test. Uses the HMAC specified by the header's `alg`, or HS256 for
 * any other value.
 */
export function signJwt({ header, payload }: JwtParts, key: Uint8Array | string): string {
  const input = `${encode(header)}.${encode(payload)}`;
  const hash = { HS384: 'sha384', HS512: 'sha512' }[String(header.alg)] ?? 'sha256';
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`;
}
