import { randomBytes } from 'node:crypto';

/** The kind of id: partner, payout or payout batch. */
export type IdPrefix = 'pn' | 'po' | 'pb';

/** Returns the prefix and 96 random bits: 27 characters, because PayPal accepts at most 30. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
