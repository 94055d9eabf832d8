import { randomBytes } from 'node:crypto';

/** What the id is of: partner, payout, batch of payouts. */
export type IdPrefix = 'pn' | 'po' | 'pb';

/** 96 random bits behind what it is the id of: 27 characters, as PayPal takes at most 30. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
