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

/** One accepted upload and its outcome. `pending` ends as `completed` or `failed`, which are final. */
export interface CompressionsTable {
  id: string;
  /** The owner: `visitor:<id>` or `member:<account>`. */
  owner: string;
  /** The member it belongs to: the sender, or the member that the visitor became. */
  accountId: string | null;
  idempotencyKey: string | null;
  status: Generated<'pending' | 'completed' | 'failed'>;
  /** How often it was enqueued; part of the result keys. */
  attempt: Generated<number>;
  requestId: string;

  tier: Tier;
  /** The key of the fair queue within a tier: a member, or a visitor's address. */
  ownerKey: string;
  /** The lane of the job, by its estimated cost; short jobs run first. */
  lane: Generated<Lane>;
  /** Estimated engine time in milliseconds. */
  costMs: Generated<number>;
  /** Its rank within the lane and tier, in units of 100 ms of estimated engine time; lower ranks run first. */
  rank: number;
  /** The day and the subjects that it was counted for; null and empty if it was free. */
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

  /** The source; estimates are never shown and are deleted when done. */
  source: Generated<'web' | 'api' | 'estimate'>;
  /** True if answered from the result cache, and not counted against the quota. */
  isReused: Generated<boolean>;
  /** Metadata that an API client attached to its job. */
  metadata: ColumnType<Record<string, string> | null, string | undefined, never>;
  /** URL that is notified when the job is done, in addition to the account's webhooks. */
  webhookUrl: string | null;

  resultKey: string | null;
  previewKey: string | null;
  /**
   * Keys of the row's objects that were stored for another row; an object is deleted when no row names it any more.
   */
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
  /** When the reconciler last checked the row. */
  checkedAt: Generated<Date>;
  finalizedAt: Date | null;
  originalExpiresAt: Date | null;
  resultExpiresAt: Date | null;
}

export interface AccountsTable {
  id: string;
  /** The email address as entered. */
  email: string;
  /** The email address in lower case, for comparisons. */
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
  /** SHA-256 of the token in the link. */
  hash: string;
  accountId: string;
  purpose: 'reset' | 'verify';
  /** The address that the link was sent to. */
  email: string;
  expiresAt: Date;
}

export type MailKind =
  | 'verify'
  | 'reset'
  | 'passwordChanged'
  /** To the account's previous confirmed address. */
  | 'emailChanged'
  | 'accountDeleted'
  /** To a member: the refund request has arrived. */
  | 'refundRequested'
  /** To support: the refund request itself. */
  | 'refundRequest'
  /** To a partner: the payout address has changed. */
  | 'payoutEmailChanged'
  /** To a member: an API key was created. */
  | 'apiKeyCreated'
  /** To a webhook's owner: the webhook was disabled. */
  | 'webhookDisabled';

/** What support needs for a refund: the payment as billing knows it, the member and the reason. */
export interface RefundDetails extends z.infer<typeof refundRequestFacts> {
  accountId: string;
  plan: Plan;
  firstName: string;
  lastName: string;
  email: string;
  reason: string;
}

/** The created API key. */
export interface CreatedKeyDetails {
  keyLabel: string;
  /** ISO 8601. */
  keyCreatedAt: string;
}

/** What a password reset revoked besides sessions. */
export interface PasswordChangeDetails {
  areKeysRevoked: true;
}

/** The new payout address. */
export interface PayoutDetails {
  payoutEmail: string;
}

/** The disabled webhook and the reason. */
export interface DisabledWebhookDetails {
  webhookLabel: string;
  disabledReason: 'gone' | 'failing';
}

/** A mail that is still to be sent. Tokens of links are created when it is sent, so the table contains none. */
export interface MailsTable {
  id: string;
  kind: MailKind;
  /** Null if the mail is sent although the account is gone. */
  accountId: string | null;
  email: string;
  firstName: string;
  language: LocaleCode;
  /** The variable content of the mail. */
  details: ColumnType<
    RefundDetails | PayoutDetails | DisabledWebhookDetails | PasswordChangeDetails | CreatedKeyDetails | null,
    string | undefined,
    never
  >;
  attempts: Generated<number>;
  nextAttemptAt: Generated<Date>;
  createdAt: Generated<Date>;
}

/** How often a subject did something in the window that starts at `windowStartsAt`. */
export interface CountersTable {
  subject: string;
  kind: string;
  windowStartsAt: Date;
  used: number;
  allowance: number;
}

/** A payment with a refund request, which can be made only once, whatever happens to the mails about it. */
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
 * An owner's completed compressions of one day (UTC), summed up by the triggers of migration 0012; the day "-infinity"
 * holds those whose rows were pruned.
 */
export interface CompressionSumsTable {
  owner: string;
  day: Date;
  /** Postgres returns bigint and numeric as text. */
  compressions: string;
  savedBytes: string;
  /** The sum of the results' savings, in percent of their originals. */
  reductionPercent: string;
  /** When a visitor's sums of pruned rows are deleted; null for all others. */
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
