import type { Plan } from '@gossamer/contracts/limits';
import type { InboxTables } from '@gossamer/service-kit/events/inbox';
import type { OutboxTables } from '@gossamer/service-kit/events/outbox';
import type { Generated, Selectable } from 'kysely';

/** An account of the gateway's that billing has heard of, and the plan that follows from what it has paid. */
export interface AccountsTable {
  accountId: string;
  /** Null once the account is deleted. */
  email: string | null;
  stripeCustomerId: string | null;
  /** Part of the keys of writes to Stripe; rises when Stripe has kept a fault under one. */
  attempt: Generated<number>;
  plan: Generated<Plan>;
  /** Rises with each change of the plan; 0 before the first. */
  planVersion: Generated<number>;
  createdAt: Generated<Date>;
  deletedAt: Date | null;
  /** When Stripe had deleted the customer too. */
  customerDeletedAt: Date | null;
}

/** A subscription as Stripe told of it when it was last read. */
export interface SubscriptionsTable {
  id: string;
  accountId: string;
  status: string;
  latestInvoiceId: string | null;
  currentPeriodStartsAt: Date;
  currentPeriodEndsAt: Date;
  /** When the first renewal that is still unpaid fell due; null unless past due. */
  pastDueSince: Date | null;
  /** When it is to end, if it was cancelled for later. */
  cancelAt: Date | null;
  createdAt: Date;
  /** Taken before it was read: a reading with a lower one is older. */
  ticket: number;
  /** When it was last read from Stripe. */
  readAt: Date;
}

/** A paid invoice, and what became of the money. */
export interface PaymentsTable {
  invoiceId: string;
  accountId: string;
  subscriptionId: string | null;
  paymentIntentId: string | null;
  amountCents: number;
  currency: string;
  refundedCents: number;
  /** Stripe's word for how a dispute stands; null when there is none. */
  disputeStatus: string | null;
  /** Stripe's mark of the card, the same for every customer who pays with it; null for other ways to pay. */
  cardFingerprint: string | null;
  paidAt: Date;
  /** Rises with each change that other services are told of. */
  version: number;
  ticket: number;
}

/** Each event of Stripe's that has had its effect. */
export interface StripeEventsTable {
  id: string;
  type: string;
  createdAt: Date;
  handledAt: Generated<Date>;
}

export interface RefundRequestsTable {
  invoiceId: string;
  accountId: string;
  requestedAt: Generated<Date>;
}

/** Until when tasks have looked at the past. */
export interface ProgressTable {
  chore: string;
  until: Date;
}

export interface BillingTables extends OutboxTables, InboxTables {
  accounts: AccountsTable;
  subscriptions: SubscriptionsTable;
  payments: PaymentsTable;
  stripeEvents: StripeEventsTable;
  refundRequests: RefundRequestsTable;
  progress: ProgressTable;
}

export type AccountRow = Selectable<AccountsTable>;
export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type PaymentRow = Selectable<PaymentsTable>;
