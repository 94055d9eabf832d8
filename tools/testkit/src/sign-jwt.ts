import { createHmac } from 'node:crypto';

/** The parts of a JSON Web Token before it is encoded. */
export interface JwtParts {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs a token without the library under test. Uses the HMAC that the header names, or HS256 for any other `alg`. */
export function signJwt({ header, payload }: JwtParts, key: Uint8Array | string): string {
  const input = `${encode(header)}.${encode(payload)}`;
  const hash = { HS384: 'sha384', HS512: 'sha512' }[String(header.alg)] ?? 'sha256';
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`;
}
