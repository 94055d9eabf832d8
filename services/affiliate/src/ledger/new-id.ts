import { randomBytes } from 'node:crypto';

/** Prefix of an id: `pn` for partners, `po` for payouts, `pb` for payout batches. */
export type IdPrefix = 'pn' | 'po' | 'pb';

/** Returns an id of 27 characters: the prefix and 96 random bits. PayPal accepts at most 30 characters. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
