import { createHmac } from 'node:crypto';

/** The parts of a JSON Web Token before it is encoded. */
export interface JwtParts {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs a token with the HMAC of its header (HS256 for any other `alg`), without using the library under test. */
export function signJwt({ header, payload }: JwtParts, key: Uint8Array | string): string {
  const input = `${encode(header)}.${encode(payload)}`;
  const hash = { HS384: 'sha384', HS512: 'sha512' }[String(header.alg)] ?? 'sha256';
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`;
}
