import type { PayoutStatus } from '@gossamer/contracts/affiliate';
import type { InboxTables } from '@gossamer/service-kit/events/inbox';
import type { Generated, Selectable } from 'kysely';

/** An account of the gateway's that the programme has heard of. */
export interface AccountsTable {
  accountId: string;
  /** The partner whose link led to the sign-up; null for most. */
  partnerId: string | null;
  /** The day when the sign-up was told, UTC, as YYYY-MM-DD. */
  referredOn: string | null;
  deletedAt: Date | null;
}

/** Every address that an account was seen with, as `emailKeyOf` writes it: what tells who refers themselves. */
export interface AccountEmailsTable {
  accountId: string;
  emailKey: string;
}

/**
 * Referred accounts that had an address of their partner's: the partner's own. It stays so when the addresses are
 * forgotten. A table of its own, since it is found out by whoever holds the partner, and not the account.
 */
export interface OwnAccountsTable {
  accountId: string;
}

/** Every card that an account has paid with, by the payment provider's fingerprint. */
export interface AccountCardsTable {
  accountId: string;
  fingerprint: string;
}

export interface PartnersTable {
  id: string;
  accountId: string;
  /** Upper case. Never given to anybody else again. */
  code: string;
  name: string;
  email: string;
  website: string;
  description: string;
  payoutEmail: string | null;
  /** What this partner was promised, in percent. */
  commissionPercent: number;
  createdAt: Date;
  /** The account was deleted: nothing is earned or paid any more. */
  closedAt: Date | null;
}

/** Clicks of a partner's links, each visitor and each network once a day. Days are UTC, as YYYY-MM-DD. */
export interface ClickDaysTable {
  partnerId: string;
  day: string;
  clicks: number;
}

/** Visitors and networks that were counted on a day; kept until that day is over. */
export interface ClickVisitorsTable {
  partnerId: string;
  day: string;
  visitorHash: string;
}

/** A payment as billing has told of it. */
export interface PaymentsTable {
  paymentId: string;
  accountId: string;
  amountCents: number;
  refundedCents: number;
  currency: string;
  paidAt: Date;
  cardFingerprint: string | null;
}

/** What a partner earns by a payment: one row for each, whatever is told how often. */
export interface CommissionsTable {
  paymentId: string;
  partnerId: string;
  accountId: string;
  /** If nothing had gone back. */
  commissionCents: number;
  /** After what went back. */
  earnedCents: number;
  /**
   * What stands in payouts that have not failed: more than was earned when it was reversed afterwards; below zero when the
   * payout that had it came back after another one had taken it back.
   */
  settledCents: Generated<number>;
  paidAt: Date;
  heldUntil: Date;
}

/** A balance that was closed, to be paid as one sum. */
export interface PayoutsTable {
  id: string;
  partnerId: string;
  /** The first of a month, as YYYY-MM-DD; one payout for a partner and a period. */
  period: string;
  amountCents: number;
  payoutEmail: string;
  status: PayoutStatus;
  batchId: string | null;
  /** The payment provider's id, or what the operator wrote when it was marked as paid. */
  reference: string | null;
  /** Why it came back. */
  reason: string | null;
  createdAt: Date;
  settledAt: Date | null;
}

/** What a payout settles of each commission, in cents; below zero where something paid was reversed. */
export interface PayoutItemsTable {
  payoutId: string;
  paymentId: string;
  cents: number;
}

/** Payouts that leave together: by PayPal's API, or as a file for the operator. */
export interface PayoutBatchesTable {
  /** Also the key by which PayPal tells that it has had a batch. */
  id: string;
  method: 'paypal' | 'csv';
  /** Handed over or not, nobody knows; with whoever pays; all settled; refused or denied as a whole. */
  status: 'sending' | 'sent' | 'done' | 'rejected';
  paypalBatchId: string | null;
  reason: string | null;
  createdAt: Date;
  /** When it was last handed over, read, or rejected. */
  updatedAt: Date;
}

export interface PayoutRunsTable {
  period: string;
  /** When every balance was looked at; null while that is under way. */
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
