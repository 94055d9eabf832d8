import type { refundRequestFacts } from '@gossamer/contracts/billing';
import type { EngineReport } from '@gossamer/contracts/engine-report';
import type { FailureCode, FailureDetails } from '@gossamer/contracts/errors';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import type { Plan } from '@gossamer/contracts/limits';
import type { LocaleCode } from '@gossamer/contracts/locales';
import type { Lane, Tier } from '@gossamer/contracts/queue-priority';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { VariantGroup } from '@gossamer/contracts/variants';
import type { InboxTables } from '@gossamer/service-kit/events/inbox';
import type { OutboxTables } from '@gossamer/service-kit/events/outbox';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { z } from 'zod';
import type { ApiTables, DeliveryTarget } from './api-tables.ts';
import type { CompressionSumsTable } from './compression-sums-table.ts';
import type { SavedSettingsTable } from './saved-settings-table.ts';

/** An accepted upload and its outcome. The status changes once, from `pending` to `completed` or `failed`. */
export interface CompressionsTable {
  id: string;
  /** Owner of the compression: `visitor:<id>` or `member:<account>`. */
  owner: string;
  /** Account of the member who uploaded the image, or the account to which the uploading visitor was linked. */
  accountId: string | null;
  idempotencyKey: string | null;
  status: Generated<'pending' | 'completed' | 'failed'>;
  /** Number of times the job was enqueued, which is part of the result's storage key. */
  attempt: Generated<number>;
  requestId: string;

  tier: Tier;
  /** Owner key of the fair queue within a tier. Identifies a member, or a visitor's IP address. */
  ownerKey: string;
  /** Queue lane of the job, based on its estimated cost. Short jobs run first. */
  lane: Generated<Lane>;
  /** Estimated engine time in milliseconds. */
  costMs: Generated<number>;
  /** Rank within the lane and tier, in units of 100 ms of estimated engine time. Jobs with a lower rank run first. */
  rank: number;
  /**
   * Day of the quota that the compression counted against; null if it did not count. `quotaSubjects` contains the
   * counter subjects.
   */
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

  /** Source of the upload. Estimates are never shown and are deleted once finished. */
  source: Generated<'web' | 'api' | 'estimate'>;
  /** Whether the response to an API client was a cached result, which does not count against the quota. */
  isReused: Generated<boolean>;
  /** Id of the upload whose original this row compresses again; null for uploads. Statistics count only uploads. */
  againOf: string | null;
  /** Metadata that an API client attached to its job. */
  metadata: ColumnType<Record<string, string> | null, string | undefined, never>;
  /** URL to notify when the job is done, in addition to the account's webhooks. */
  webhookUrl: string | null;
  /** Where to deliver the files of the result; null if they are not delivered. */
  deliverTo: DeliveryTarget[] | null;

  resultKey: string | null;
  previewKey: string | null;
  /**
   * Storage keys of objects that were stored for another row. An object is deleted when no row references it anymore.
   */
  sharedKeys: string[] | null;
  resultFormat: EncodedFormat | null;
  resultSizeBytes: number | null;
  resultSha256: string | null;
  widthPx: number | null;
  heightPx: number | null;
  isAlreadyOptimal: boolean | null;
  report: ColumnType<EngineReport | null, null, EngineReport | null>;
  /** The files made for a web page; null unless the settings request variants. Kept when the files expire. */
  variants: ColumnType<VariantGroup | null, null, VariantGroup | null>;
  failureCode: FailureCode | null;
  failureDetails: ColumnType<FailureDetails | null, null, FailureDetails | null>;

  createdAt: Generated<Date>;
  /** Time at which the reconciler last checked the row. */
  checkedAt: Generated<Date>;
  finalizedAt: Date | null;
  originalExpiresAt: Date | null;
  resultExpiresAt: Date | null;
}

export interface AccountsTable {
  id: string;
  /** Email address as entered by the user. */
  email: string;
  /** Email address in lower case, for comparisons. */
  emailKey: string;
  emailVerifiedAt: Date | null;
  firstName: string;
  lastName: string;
  passwordHash: string;
  preferredLanguage: LocaleCode;
  plan: Generated<Plan>;
  /** Whether images that the member's devices compress are included in the statistics. */
  countsDeviceResults: Generated<boolean>;
  createdAt: Generated<Date>;
}

export interface SessionsTable {
  id: string;
  accountId: string;
  createdAt: Generated<Date>;
  expiresAt: Date;
}

export interface MailTokensTable {
  /** SHA-256 of the token in the emailed link. */
  hash: string;
  accountId: string;
  purpose: 'reset' | 'verify';
  /** Email address that the link was sent to. */
  email: string;
  expiresAt: Date;
}

export type MailKind =
  | 'verify'
  | 'reset'
  | 'passwordChanged'
  /** Notice of a changed email address, sent to the previous confirmed address. */
  | 'emailChanged'
  | 'accountDeleted'
  /** Confirms to a member that the refund request was received. */
  | 'refundRequested'
  /** Forwards a refund request to support. */
  | 'refundRequest'
  /** Notifies a partner that the payout address has changed. */
  | 'payoutEmailChanged'
  /** Notifies a member that an API key was created. */
  | 'apiKeyCreated'
  /** Notifies a webhook's owner that the webhook was disabled. */
  | 'webhookDisabled';

/** Data that support needs for a refund: the payment as recorded by billing, the member and the reason. */
export interface RefundDetails extends z.infer<typeof refundRequestFacts> {
  accountId: string;
  plan: Plan;
  firstName: string;
  lastName: string;
  email: string;
  reason: string;
}

/** Details of the email about a created API key. */
export interface CreatedKeyDetails {
  keyLabel: string;
  /** Creation time of the API key in ISO 8601 format. */
  keyCreatedAt: string;
}

/** Details of the email about a password reset: what was revoked in addition to sessions. */
export interface PasswordChangeDetails {
  areKeysRevoked: true;
}

/** Details of the email about a changed payout address. */
export interface PayoutDetails {
  payoutEmail: string;
}

/** Details of the email about a disabled webhook. Emails queued by an earlier version have no `webhookUrl`. */
export interface DisabledWebhookDetails {
  webhookLabel: string;
  webhookUrl?: string;
  disabledReason: 'gone' | 'failing';
}

/**
 * An email that has not been sent yet. The token of its link is created when the email is sent, so the table contains
 * no tokens.
 */
export interface MailsTable {
  id: string;
  kind: MailKind;
  /** Account of the recipient; null if the email must be sent even if the account is deleted. */
  accountId: string | null;
  email: string;
  firstName: string;
  language: LocaleCode;
  /** Variable content of the email, which depends on its kind. */
  details: ColumnType<
    RefundDetails | PayoutDetails | DisabledWebhookDetails | PasswordChangeDetails | CreatedKeyDetails | null,
    string | undefined,
    never
  >;
  attempts: Generated<number>;
  nextAttemptAt: Generated<Date>;
  createdAt: Generated<Date>;
}

/** Number of actions of a subject in the time window that starts at `windowStartsAt`. */
export interface CountersTable {
  subject: string;
  kind: string;
  windowStartsAt: Date;
  used: number;
  allowance: number;
}

/** A payment for which a refund was requested. The row prevents a second request, even if the emails were not sent. */
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
  savedSettings: SavedSettingsTable;
}

export type CompressionRow = Selectable<CompressionsTable>;
export type AccountRow = Selectable<AccountsTable>;
export type MailRow = Selectable<MailsTable>;
