import { randomBytes } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns `count` random letters and digits (A-Z, a-z, 0-9). */
export function randomLetters(count: number): string {
  let text = '';
  while (text.length < count) {
    // Reject bytes from 248 on, because the modulo would make some characters more likely than others.
    for (const byte of randomBytes(count)) if (byte < 248) text += letters[byte % 62];
  }
  return text.slice(0, count);
}

/** Returns an id in Stripe's format: `cus_…`, `sub_…`. */
export const newId = (prefix: string): string => `${prefix}_${randomLetters(24)}`;
