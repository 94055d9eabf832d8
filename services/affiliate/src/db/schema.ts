import type { PayoutStatus } from '@gossamer/contracts/affiliate';
import type { InboxTables } from '@gossamer/service-kit/events/inbox';
import type { Generated, Selectable } from 'kysely';

/** The affiliate service's copy of an account. */
export interface AccountsTable {
  accountId: string;
  /** Partner whose link led to the sign-up; null for most accounts. */
  partnerId: string | null;
  /** UTC day on which the sign-up was reported, as YYYY-MM-DD. */
  referredOn: string | null;
  deletedAt: Date | null;
}

/** All email addresses that an account has ever had, normalized by `emailKeyOf`. Used to detect self-referrals. */
export interface AccountEmailsTable {
  accountId: string;
  emailKey: string;
}

/**
 * Self-referrals: referred accounts that have shared an email address with their partner. The rows remain after the
 * addresses are deleted. A separate table is used because the transactions that write these rows lock the partner but
 * not the account.
 */
export interface OwnAccountsTable {
  accountId: string;
}

/** Fingerprints (computed by Stripe) of all cards with which an account has paid. */
export interface AccountCardsTable {
  accountId: string;
  fingerprint: string;
}

export interface PartnersTable {
  id: string;
  accountId: string;
  /** Code in the partner's referral links, in upper case. Codes are never reassigned. */
  code: string;
  name: string;
  email: string;
  website: string;
  description: string;
  payoutEmail: string | null;
  /** Commission rate agreed with this partner, in percent. */
  commissionPercent: number;
  createdAt: Date;
  /** Time at which the partner's account was deleted. The partner then earns nothing and gets no new payouts. */
  closedAt: Date | null;
}

/** Clicks per day on a partner's links, counted once per visitor and network. Days are in UTC, as YYYY-MM-DD. */
export interface ClickDaysTable {
  partnerId: string;
  day: string;
  clicks: number;
}

/** Hashes of the visitors and networks that were counted today. The rows are deleted after the end of the day. */
export interface ClickVisitorsTable {
  partnerId: string;
  day: string;
  visitorHash: string;
}

/** A payment reported by the billing service. */
export interface PaymentsTable {
  paymentId: string;
  accountId: string;
  amountCents: number;
  refundedCents: number;
  currency: string;
  paidAt: Date;
  cardFingerprint: string | null;
}

/** A partner's commission on a payment. Each payment has at most one commission. */
export interface CommissionsTable {
  paymentId: string;
  partnerId: string;
  accountId: string;
  /** Commission before refunds, in cents. */
  commissionCents: number;
  /** Commission after refunds, in cents. */
  earnedCents: number;
  /**
   * Part of the commission that is included in payouts, in cents; failed payouts do not count. The value exceeds
   * `earnedCents` after a later refund. It is negative if a payout failed after another payout had already deducted the
   * refund.
   */
  settledCents: Generated<number>;
  paidAt: Date;
  heldUntil: Date;
}

/** A partner's balance for one period, paid as a single amount. */
export interface PayoutsTable {
  id: string;
  partnerId: string;
  /** First day of a month, as YYYY-MM-DD. A partner has at most one payout per period. */
  period: string;
  amountCents: number;
  payoutEmail: string;
  status: PayoutStatus;
  batchId: string | null;
  /** Id assigned by the payment provider, or the operator's reference if the operator marked the payout as paid. */
  reference: string | null;
  /** Reason for the failure; null if the payout has not failed. */
  reason: string | null;
  createdAt: Date;
  settledAt: Date | null;
}

/**
 * Part of a commission that is included in a payout, in cents. Negative if a paid commission was refunded or canceled.
 */
export interface PayoutItemsTable {
  payoutId: string;
  paymentId: string;
  cents: number;
}

/** Payouts that are sent together through PayPal's API or exported as one file for the operator. */
export interface PayoutBatchesTable {
  /** Id of the batch, which also serves as its idempotency key at PayPal. */
  id: string;
  method: 'paypal' | 'csv';
  /**
   * Status of the batch. `sending`: possibly submitted. `done`: all payouts are settled. `rejected`: PayPal rejected or
   * denied the batch.
   */
  status: 'sending' | 'sent' | 'done' | 'rejected';
  paypalBatchId: string | null;
  reason: string | null;
  createdAt: Date;
  /** Time at which the batch was last submitted to PayPal, read from PayPal, or rejected. */
  updatedAt: Date;
}

export interface PayoutRunsTable {
  period: string;
  /** Time at which all balances of the period had been processed; null until then. */
  closedAt: Date | null;
}

export interface AffiliateTables extends InboxTables {
  accounts: AccountsTable;
  accountEmails: AccountEmailsTable;
  accountCards: AccountCardsTable;
  ownAccounts: OwnAccountsTable;
  partners: PartnersTable;
  clickDays: ClickDaysTable;
  clickVisitors: ClickVisitorsTable;
  payments: PaymentsTable;
  commissions: CommissionsTable;
  payouts: PayoutsTable;
  payoutItems: PayoutItemsTable;
  payoutBatches: PayoutBatchesTable;
  payoutRuns: PayoutRunsTable;
}

export type PartnerRow = Selectable<PartnersTable>;
export type PaymentRow = Selectable<PaymentsTable>;
export type PayoutRow = Selectable<PayoutsTable>;
export type PayoutBatchRow = Selectable<PayoutBatchesTable>;
