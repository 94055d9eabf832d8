import type { PayoutStatus } from '@gossamer/contracts/affiliate';
import type { InboxTables } from '@gossamer/service-kit/events/inbox';
import type { Generated, Selectable } from 'kysely';

/** An account of the gateway, as stored in the affiliate service. */
export interface AccountsTable {
  accountId: string;
  /** The partner whose link led to the sign-up; null for most. */
  partnerId: string | null;
  /** The UTC day on which the sign-up was reported, as YYYY-MM-DD. */
  referredOn: string | null;
  deletedAt: Date | null;
}

/** Every email address that an account has had, normalized by `emailKeyOf`. Used to detect self-referrals. */
export interface AccountEmailsTable {
  accountId: string;
  emailKey: string;
}

/**
 * Self-referrals: referred accounts that have shared an email address with their partner. The rows remain after the
 * addresses are deleted. This is a separate table, because the transactions that write it lock the partner but not the
 * account.
 */
export interface OwnAccountsTable {
  accountId: string;
}

/** Fingerprints of all cards with which an account has paid. The payment provider computes them. */
export interface AccountCardsTable {
  accountId: string;
  fingerprint: string;
}

export interface PartnersTable {
  id: string;
  accountId: string;
  /** The code in referral links, in upper case. Codes are never reassigned. */
  code: string;
  name: string;
  email: string;
  website: string;
  description: string;
  payoutEmail: string | null;
  /** The commission rate agreed with this partner, in percent. */
  commissionPercent: number;
  createdAt: Date;
  /** Time at which the account was deleted. A closed partner earns nothing and gets no further payouts. */
  closedAt: Date | null;
}

/** Daily clicks on a partner's links, counted once per visitor and network. Days are UTC, as YYYY-MM-DD. */
export interface ClickDaysTable {
  partnerId: string;
  day: string;
  clicks: number;
}

/** Hashes of the visitors and networks that were counted today. Deleted after the end of the day. */
export interface ClickVisitorsTable {
  partnerId: string;
  day: string;
  visitorHash: string;
}

/** A payment as reported by billing. */
export interface PaymentsTable {
  paymentId: string;
  accountId: string;
  amountCents: number;
  refundedCents: number;
  currency: string;
  paidAt: Date;
  cardFingerprint: string | null;
}

/** A partner's commission for a payment. There is one row per payment. */
export interface CommissionsTable {
  paymentId: string;
  partnerId: string;
  accountId: string;
  /** The commission before refunds. */
  commissionCents: number;
  /** The commission after refunds. */
  earnedCents: number;
  /**
   * Cents of the commission that payouts include, except failed ones. Exceeds `earnedCents` after a later refund.
   * Negative if the payout failed after another payout had already deducted the refund.
   */
  settledCents: Generated<number>;
  paidAt: Date;
  heldUntil: Date;
}

/** A partner's balance of a period, which is paid as one sum. */
export interface PayoutsTable {
  id: string;
  partnerId: string;
  /** The first day of a month, as YYYY-MM-DD; a partner has one payout per period. */
  period: string;
  amountCents: number;
  payoutEmail: string;
  status: PayoutStatus;
  batchId: string | null;
  /** Id from the payment provider, or the operator's reference if the operator marked the payout as paid. */
  reference: string | null;
  /** Reason of the failure; null if the payout has not failed. */
  reason: string | null;
  createdAt: Date;
  settledAt: Date | null;
}

/**
 * The part of a commission that a payout includes, in cents. Negative if a paid commission was refunded or canceled.
 */
export interface PayoutItemsTable {
  payoutId: string;
  paymentId: string;
  cents: number;
}

/** Payouts that are sent together, through PayPal's API or as a file for the operator. */
export interface PayoutBatchesTable {
  /** Id of the batch, which is also its idempotency key at PayPal. */
  id: string;
  method: 'paypal' | 'csv';
  /**
   * `sending`: possibly submitted. `done`: all payouts are settled. `rejected`: PayPal rejected or denied the batch.
   */
  status: 'sending' | 'sent' | 'done' | 'rejected';
  paypalBatchId: string | null;
  reason: string | null;
  createdAt: Date;
  /** Time at which the batch was last submitted to PayPal, read from PayPal or rejected. */
  updatedAt: Date;
}

export interface PayoutRunsTable {
  period: string;
  /** Time at which all balances of the period were processed; null before that. */
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
