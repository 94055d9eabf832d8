import { randomBytes } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a string of `count` random letters and digits (A-Z, a-z, 0-9). */
export function randomLetters(count: number): string {
  let text = '';
  while (text.length < count) {
    // Reject byte values of 248 and above. Otherwise, the modulo would make some characters more likely than others.
    for (const byte of randomBytes(count)) if (byte < 248) text += letters[byte % 62];
  }
  return text.slice(0, count);
}

/** Returns a random id in Stripe's format, such as `cus_…` or `sub_…`. */
export const newId = (prefix: string): string => `${prefix}_${randomLetters(24)}`;
