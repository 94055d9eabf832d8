import type { refundRequestFacts } from '@gossamer/contracts/billing';
import type { EngineReport } from '@gossamer/contracts/engine-report';
import type { FailureCode, FailureDetails } from '@gossamer/contracts/errors';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import type { Plan } from '@gossamer/contracts/limits';
import type { LocaleCode } from '@gossamer/contracts/locales';
import type { Lane, Tier } from '@gossamer/contracts/queue-priority';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { InboxTables } from '@gossamer/service-kit/events/inbox';
import type { OutboxTables } from '@gossamer/service-kit/events/outbox';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { z } from 'zod';
import type { ApiTables } from './api-tables.ts';

/** One accepted upload and what became of it. `pending` ends as `completed` or `failed`, and never leaves those. */
export interface CompressionsTable {
  id: string;
  /** Who sent it: `visitor:<id>` or `member:<account>`. */
  owner: string;
  /** The member it belongs to: who sent it, or who the visitor became. */
  accountId: string | null;
  idempotencyKey: string | null;
  status: Generated<'pending' | 'completed' | 'failed'>;
  /** How often it was enqueued; result keys carry it. */
  attempt: Generated<number>;
  requestId: string;

  tier: Tier;
  /** Among whom turns are shared within a tier: a member, or a visitor's address. */
  fairKey: string;
  /** By the estimated cost; short jobs go first. */
  lane: Generated<Lane>;
  /** Estimated engine time in milliseconds. */
  costMs: Generated<number>;
  /** Its turn within the lane and tier, in units of 100 ms of estimated engine time; lower goes first. */
  rank: number;
  /** The day and the counters that it is part of; null and none when it was free. */
  quotaWindow: Date | null;
  quotaSubjects: string[];

  originalFilename: string;
  originalFormat: InputFormat;
  originalSizeBytes: number;
  originalSha256: string;
  originalKey: string | null;
  settings: JSONColumnType<CompressionSettings>;
  maxPixels: number;
  isSample: boolean;

  /** How it came; estimates are shown to nobody, and go once they are done. */
  source: Generated<'web' | 'api' | 'estimate'>;
  /** Answered from an earlier result of the same bytes and options, and not counted. */
  isReused: Generated<boolean>;
  /** What a program wants to find on its job again. */
  metadata: ColumnType<Record<string, string> | null, string | undefined, never>;
  /** Told when the job is done, beside the account's webhooks. */
  webhookUrl: string | null;

  resultKey: string | null;
  previewKey: string | null;
  /** The objects above that were stored for another row: they are deleted when no row names them any more. */
  sharedKeys: string[] | null;
  resultFormat: EncodedFormat | null;
  resultSizeBytes: number | null;
  resultSha256: string | null;
  widthPx: number | null;
  heightPx: number | null;
  isAlreadyOptimal: boolean | null;
  report: ColumnType<EngineReport | null, null, EngineReport | null>;
  failureCode: FailureCode | null;
  failureDetails: ColumnType<FailureDetails | null, null, FailureDetails | null>;

  createdAt: Generated<Date>;
  /** When the reconciler last looked at it. */
  checkedAt: Generated<Date>;
  settledAt: Date | null;
  originalExpiresAt: Date | null;
  resultExpiresAt: Date | null;
}

export interface AccountsTable {
  id: string;
  /** As it was typed. */
  email: string;
  /** As it is compared: lower case. */
  emailKey: string;
  emailVerifiedAt: Date | null;
  firstName: string;
  lastName: string;
  passwordHash: string;
  preferredLanguage: LocaleCode;
  plan: Generated<Plan>;
  createdAt: Generated<Date>;
}

export interface SessionsTable {
  id: string;
  accountId: string;
  createdAt: Generated<Date>;
  expiresAt: Date;
}

export interface MailTokensTable {
  /** SHA-256 of what the link carries. */
  hash: string;
  accountId: string;
  purpose: 'reset' | 'verify';
  /** The address it was sent to. */
  email: string;
  expiresAt: Date;
}

export type MailKind =
  | 'verify'
  | 'reset'
  | 'passwordChanged'
  /** To the confirmed address that an account had before. */
  | 'emailChanged'
  | 'accountDeleted'
  /** To a member: the request to be paid back has arrived. */
  | 'refundRequested'
  /** To support: the request itself. */
  | 'refundRequest'
  /** To a partner: payouts go to another address from now on. */
  | 'payoutEmailChanged'
  /** To a member: an API key was created. */
  | 'apiKeyCreated'
  /** To the owner of a webhook: nothing is sent to it any more. */
  | 'webhookDisabled';

/** All that support needs for paying back: the payment as billing knows it, and who asks for what reason. */
export interface RefundDetails extends z.infer<typeof refundRequestFacts> {
  accountId: string;
  plan: Plan;
  firstName: string;
  lastName: string;
  email: string;
  reason: string;
}

/** Which API key was created, and when. */
export interface CreatedKeyDetails {
  keyLabel: string;
  /** ISO 8601. */
  keyCreatedAt: string;
}

/** What a password reset ended besides sessions. */
export interface PasswordChangeDetails {
  areKeysRevoked: true;
}

/** Where payouts go from now on. */
export interface PayoutDetails {
  payoutEmail: string;
}

/** Which webhook was switched off, and why. */
export interface DisabledWebhookDetails {
  webhookLabel: string;
  disabledReason: 'gone' | 'failing';
}

/** A mail that is still to be sent. Links get their tokens only then, so that none lies here. */
export interface MailsTable {
  id: string;
  kind: MailKind;
  /** Null when it goes out although the account is gone. */
  accountId: string | null;
  email: string;
  firstName: string;
  language: LocaleCode;
  /** What the mail says, where that differs from mail to mail. */
  details: ColumnType<
    RefundDetails | PayoutDetails | DisabledWebhookDetails | PasswordChangeDetails | CreatedKeyDetails | null,
    string | undefined,
    never
  >;
  attempts: Generated<number>;
  nextAttemptAt: Generated<Date>;
  createdAt: Generated<Date>;
}

/** How often something was done, by a subject, in the window that began then. */
export interface CountersTable {
  subject: string;
  kind: string;
  windowStartsAt: Date;
  used: number;
  allowance: number;
}

/** A payment that was asked back: once, whatever became of the mails about it. */
export interface RefundRequestsTable {
  invoiceId: string;
  accountId: string;
  requestedAt: Date;
}

export interface VisitorLinksTable {
  visitorId: string;
  accountId: string;
  linkedAt: Date;
}

/**
 * An owner's completed compressions of one day (UTC), summed up by the triggers of migration 0012; on the day "-infinity"
 * those whose rows were deleted with time.
 */
export interface CompressionSumsTable {
  owner: string;
  day: Date;
  /** Postgres' bigint and numeric arrive as text. */
  compressions: string;
  savedBytes: string;
  /** The sum of what each result saved, in percent of its original. */
  reductionPercent: string;
  /** When a visitor's sums of deleted rows go; null for all others. */
  keptUntil: Date | null;
}

export interface GatewayTables extends OutboxTables, InboxTables, ApiTables {
  compressions: CompressionsTable;
  compressionSums: CompressionSumsTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  mailTokens: MailTokensTable;
  mails: MailsTable;
  counters: CountersTable;
  visitorLinks: VisitorLinksTable;
  refundRequests: RefundRequestsTable;
}

export type CompressionRow = Selectable<CompressionsTable>;
export type AccountRow = Selectable<AccountsTable>;
export type MailRow = Selectable<MailsTable>;
