import type { PaymentRow, SubscriptionRow } from '../db/schema.ts';

/** Data read from Stripe, with the tickets that were taken before the reads. */
export interface Snapshot {
  subscriptions: SubscriptionRow[];
  payments: Omit<PaymentRow, 'version'>[];
}

export const nothing: Snapshot = { subscriptions: [], payments: [] };

export function both(one: Snapshot, other: Snapshot): Snapshot {
  return {
    subscriptions: [...one.subscriptions, ...other.subscriptions],
    payments: [...one.payments, ...other.payments],
  };
}
