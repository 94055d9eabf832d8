import type { Plan } from '@gossamer/contracts/limits';
import type { InboxTables } from '@gossamer/service-kit/events/inbox';
import type { OutboxTables } from '@gossamer/service-kit/events/outbox';
import type { Generated, Selectable } from 'kysely';

/** The billing service's copy of an account, with the plan that results from its payments. */
export interface AccountsTable {
  accountId: string;
  /** The account's email address; null once the account is deleted. */
  email: string | null;
  stripeCustomerId: string | null;
  /**
   * Part of the idempotency keys for Stripe. Incremented if Stripe has stored an error under a key, so that the next
   * attempt uses a new key.
   */
  attempt: Generated<number>;
  plan: Generated<Plan>;
  /** Version of the plan. Incremented whenever the plan changes; 0 if the plan has never changed. */
  planVersion: Generated<number>;
  createdAt: Generated<Date>;
  deletedAt: Date | null;
  /** Time at which the Stripe customer of a deleted account was deleted. */
  customerDeletedAt: Date | null;
}

/** A subscription as it was last read from Stripe. */
export interface SubscriptionsTable {
  id: string;
  accountId: string;
  status: string;
  latestInvoiceId: string | null;
  currentPeriodStartsAt: Date;
  currentPeriodEndsAt: Date;
  /** Due date of the first unpaid renewal; null unless the subscription is past due. */
  pastDueSince: Date | null;
  /** Time at which the subscription ends; null if no cancellation is scheduled. */
  cancelAt: Date | null;
  createdAt: Date;
  /** Ticket taken before the subscription was read from Stripe. A lower ticket means older data. */
  ticket: number;
  /** Time at which the subscription was last read from Stripe. */
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
  /** Status of the dispute in Stripe; null if the payment has not been disputed. */
  disputeStatus: string | null;
  /**
   * Card fingerprint computed by Stripe, which is the same for all customers who use the card; null for other payment
   * methods.
   */
  cardFingerprint: string | null;
  paidAt: Date;
  /** Version of the payment. Incremented with each change that is published to other services. */
  version: number;
  ticket: number;
}

/** Ids of Stripe events that have been applied, so that duplicates are ignored. */
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

/** Progress of each background task: the time up to which the task has processed events. */
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
