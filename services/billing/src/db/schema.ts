import type { Plan } from '@gossamer/contracts/limits';
import type { InboxTables } from '@gossamer/service-kit/events/inbox';
import type { OutboxTables } from '@gossamer/service-kit/events/outbox';
import type { Generated, Selectable } from 'kysely';

/** A gateway account that is known to billing, and the plan that follows from its payments. */
export interface AccountsTable {
  accountId: string;
  /** The account's email address; null once the account is deleted. */
  email: string | null;
  stripeCustomerId: string | null;
  /** Part of the idempotency keys of writes to Stripe; increased after Stripe has stored an error under a key. */
  attempt: Generated<number>;
  plan: Generated<Plan>;
  /** Version of the plan, increased with each change; 0 before the first. */
  planVersion: Generated<number>;
  createdAt: Generated<Date>;
  deletedAt: Date | null;
  /** When the Stripe customer of a deleted account was deleted. */
  customerDeletedAt: Date | null;
}

/** A subscription as last read from Stripe. */
export interface SubscriptionsTable {
  id: string;
  accountId: string;
  status: string;
  latestInvoiceId: string | null;
  currentPeriodStartsAt: Date;
  currentPeriodEndsAt: Date;
  /** When the first unpaid renewal was due; null unless past due. */
  pastDueSince: Date | null;
  /** When it will end, if a cancellation is scheduled. */
  cancelAt: Date | null;
  createdAt: Date;
  /** Number taken before the subscription was read from Stripe; a lower ticket means older data. */
  ticket: number;
  /** When it was last read from Stripe. */
  readAt: Date;
}

/** A paid invoice with its refunds and disputes. */
export interface PaymentsTable {
  invoiceId: string;
  accountId: string;
  subscriptionId: string | null;
  paymentIntentId: string | null;
  amountCents: number;
  currency: string;
  refundedCents: number;
  /** Stripe's dispute status; null without a dispute. */
  disputeStatus: string | null;
  /** Stripe's card fingerprint, equal for all customers who use the card; null for other payment methods. */
  cardFingerprint: string | null;
  paidAt: Date;
  /** Increased with each change that is published to other services. */
  version: number;
  ticket: number;
}

/** Stripe events that have been applied. */
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

/** The time up to which each task has processed past events. */
export interface TaskProgressTable {
  task: string;
  until: Date;
}

export interface BillingTables extends OutboxTables, InboxTables {
  accounts: AccountsTable;
  subscriptions: SubscriptionsTable;
  payments: PaymentsTable;
  stripeEvents: StripeEventsTable;
  refundRequests: RefundRequestsTable;
  taskProgress: TaskProgressTable;
}

export type AccountRow = Selectable<AccountsTable>;
export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type PaymentRow = Selectable<PaymentsTable>;
