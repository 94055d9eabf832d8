import type { ApiKeyScope } from '@gossamer/contracts/api-keys';
import type {
  DeliveryFault,
  disabledReasons,
  WebhookEventType,
  webhookMessageTypes,
} from '@gossamer/contracts/webhooks';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

export interface ApiKeysTable {
  id: string;
  accountId: string;
  label: string;
  /** SHA-256 of the API key's token. The token itself is not stored. */
  tokenHash: string;
  /** The last four characters of the API key's token. */
  hint: string;
  scopes: ApiKeyScope[];
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Expiry time; null if the key never expires. */
  expiresAt: Date | null;
}

/**
 * An idempotency record: an `Idempotency-Key` and the stored response. While `status` is null, the request is in
 * flight.
 */
export interface IdempotentRequestsTable {
  accountId: string;
  operation: string;
  key: string;
  /**
   * ID of the record. It is the idempotency key of the accepted job, so that a retry gets the same job even if the
   * response was lost.
   */
  id: string;
  /** SHA-256 of the request; null until the request was received completely. */
  fingerprint: string | null;
  status: number | null;
  body: ColumnType<unknown, string | undefined, string | null>;
  /** End of the lease; afterwards, the request that holds it is considered lost. */
  leasedUntil: Date;
  createdAt: Date;
}

/** A webhook of an account. Secrets are encrypted with a key derived from the gateway's secret. */
export interface WebhooksTable {
  id: string;
  accountId: string;
  /**
   * Kind of the webhook. `endpoint`: created by a member; `perJob`: signs the deliveries to the URLs of single jobs.
   */
  kind: 'endpoint' | 'perJob';
  label: string;
  /** URL of the endpoint; null for the kind `perJob`. */
  url: string | null;
  eventTypes: WebhookEventType[];
  sealedSecret: string;
  previousSealedSecret: string | null;
  previousSecretEndsAt: Date | null;
  /** Why the webhook was disabled; null while it is enabled. */
  disabledReason: (typeof disabledReasons)[number] | null;
  /** Start of the current series of failed attempts; null after a success. */
  failingSince: Date | null;
  createdAt: Date;
}

/** One message to one URL. The row alone determines when the message is due; it has no queue job. */
export interface DeliveriesTable {
  /** The delivery's id, sent as the header `webhook-id`. */
  id: string;
  webhookId: string;
  /** The account of the webhook. Concurrent deliveries are limited per account and host. */
  accountId: string;
  type: (typeof webhookMessageTypes)[number];
  compressionId: string | null;
  /** The target URL, normalized by the class `URL`. */
  url: string;
  /** Host and port of `url`. */
  host: GeneratedAlways<string>;
  /**
   * The message body as JSON, without the link to the result. Null until the first attempt builds it from the
   * compression's row.
   */
  payload: string | null;
  status: Generated<'pending' | 'delivered' | 'failed'>;
  attemptCount: Generated<number>;
  /**
   * Number of attempts since the delivery was created or resent manually, which is its position in the retry schedule.
   */
  tries: Generated<number>;
  /**
   * Time of the next attempt; null unless the delivery is pending. During an attempt, the end of the attempt's lease.
   */
  nextAttemptAt: Date | null;
  /**
   * End of the lease during an attempt, equal to `nextAttemptAt`. Null or in the past while there is no attempt in
   * flight.
   */
  leasedUntil: Date | null;
  lastStatus: number | null;
  lastFault: DeliveryFault | null;
  createdAt: Date;
}

export interface DeliveryAttemptsTable {
  id: GeneratedAlways<string>;
  deliveryId: string;
  startedAt: Date;
  durationMs: number;
  status: number | null;
  fault: DeliveryFault | null;
  responseExcerpt: string | null;
}

/** The tables of the Pro API and its webhooks. */
export interface ApiTables {
  apiKeys: ApiKeysTable;
  idempotentRequests: IdempotentRequestsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  deliveryAttempts: DeliveryAttemptsTable;
}

export type ApiKeyRow = Selectable<ApiKeysTable>;
export type WebhookRow = Selectable<WebhooksTable>;
export type DeliveryRow = Selectable<DeliveriesTable>;
