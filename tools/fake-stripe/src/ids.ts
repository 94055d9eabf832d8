import { randomBytes } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Letters and digits that nobody guesses, 62 different ones. */
export function randomLetters(count: number): string {
  let text = '';
  while (text.length < count) {
    // Bytes from 248 on would make the first letters likelier than the others.
    for (const byte of randomBytes(count)) if (byte < 248) text += letters[byte % 62];
  }
  return text.slice(0, count);
}

/** An id as Stripe's look: `cus_…`, `sub_…`. */
export const newId = (prefix: string): string => `${prefix}_${randomLetters(24)}`;
