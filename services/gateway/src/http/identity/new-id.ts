import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns 160 random bits as 32 characters of Crockford's base 32, so that ids cannot be guessed. */
export function newId(): string {
  let bits = 0n;
  for (const byte of randomBytes(20)) bits = (bits << 8n) | BigInt(byte);
  return Array.from({ length: 32 }, (_, index) => alphabet[Number((bits >> BigInt(5 * index)) & 31n)]).join(
    '',
  );
}
