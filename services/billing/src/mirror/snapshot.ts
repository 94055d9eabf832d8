import type { PaymentRow, SubscriptionRow } from '../db/schema.ts';

/** Data that was read from Stripe, with the ticket taken before each read. */
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
