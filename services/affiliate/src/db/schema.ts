import type { PayoutStatus } from '@gossamer/contracts/affiliate';
import type { InboxTables } from '@gossamer/service-kit/events/inbox';
import type { Generated, Selectable } from 'kysely';

/** A gateway account that is known to the affiliate service. */
export interface AccountsTable {
  accountId: string;
  /** The partner whose link led to the sign-up; null for most. */
  partnerId: string | null;
  /** The UTC day on which the sign-up was reported, as YYYY-MM-DD. */
  referredOn: string | null;
  deletedAt: Date | null;
}

/** Every email address that an account has had, normalized by `emailKeyOf`, to detect self-referrals. */
export interface AccountEmailsTable {
  accountId: string;
  emailKey: string;
}

/**
 * Referred accounts that share an address with their partner (self-referrals), even after the addresses are deleted. It
 * is a separate table, because it is written by transactions that lock the partner but not the account.
 */
export interface OwnAccountsTable {
  accountId: string;
}

/** Every card that an account has paid with, as the payment provider's fingerprint. */
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
  /** When the account was deleted; afterwards nothing is earned or paid. */
  closedAt: Date | null;
}

/** Clicks on a partner's links, counted once per visitor and network a day. Days are UTC, as YYYY-MM-DD. */
export interface ClickDaysTable {
  partnerId: string;
  day: string;
  clicks: number;
}

/** Visitors and networks that were counted on a day; kept until the end of the day. */
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

/** What a partner earns from a payment; one row per payment. */
export interface CommissionsTable {
  paymentId: string;
  partnerId: string;
  accountId: string;
  /** The commission before refunds. */
  commissionCents: number;
  /** The commission after refunds. */
  earnedCents: number;
  /**
   * Cents of the commission in payouts that did not fail. Exceeds `earnedCents` after a later refund; negative if the
   * payout failed after another payout had already deducted it.
   */
  settledCents: Generated<number>;
  paidAt: Date;
  heldUntil: Date;
}

/** A closed balance that is paid as one sum. */
export interface PayoutsTable {
  id: string;
  partnerId: string;
  /** The first day of a month, as YYYY-MM-DD; a partner has one payout per period. */
  period: string;
  amountCents: number;
  payoutEmail: string;
  status: PayoutStatus;
  batchId: string | null;
  /** The payment provider's id, or the operator's reference when the payout was marked as paid. */
  reference: string | null;
  /** The reason of a failure; null if the payout has not failed. */
  reason: string | null;
  createdAt: Date;
  settledAt: Date | null;
}

/** The part of each commission that a payout settles, in cents; negative if a paid commission was reversed. */
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
  /** `sending`: possibly submitted. `done`: all payouts settled. `rejected`: rejected or denied as a whole. */
  status: 'sending' | 'sent' | 'done' | 'rejected';
  paypalBatchId: string | null;
  reason: string | null;
  createdAt: Date;
  /** When the batch was last submitted to PayPal, read from PayPal or rejected. */
  updatedAt: Date;
}

export interface PayoutRunsTable {
  period: string;
  /** When all balances of the period had been processed; null before. */
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
