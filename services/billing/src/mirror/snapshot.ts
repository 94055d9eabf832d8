import type { PaymentRow, SubscriptionRow } from '../db/schema.ts';

/** Subscriptions and payments read from Stripe, each with the ticket taken before it was read. */
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
