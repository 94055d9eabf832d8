import { randomBytes } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random letters and digits from an alphabet of 62. */
export function randomLetters(count: number): string {
  let text = '';
  while (text.length < count) {
    // Bytes from 248 on would make the first letters more likely.
    for (const byte of randomBytes(count)) if (byte < 248) text += letters[byte % 62];
  }
  return text.slice(0, count);
}

/** Returns an id in Stripe's format: `cus_…`, `sub_…`. */
export const newId = (prefix: string): string => `${prefix}_${randomLetters(24)}`;
