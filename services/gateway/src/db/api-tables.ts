import type { ApiKeyScope } from '@gossamer/contracts/api-keys';
import type { ResultDeliveryFault } from '@gossamer/contracts/result-deliveries';
import type {
  DeliveryFault,
  disabledReasons,
  WebhookEventType,
  webhookMessageTypes,
} from '@gossamer/contracts/webhooks';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

/** URL to which one file of a compression is delivered. */
export interface DeliveryTarget {
  /** Name of the file within the compression. */
  file: string;
  /** Scheme, host and path of the URL. The query is a credential. */
  url: string;
  /** The complete URL, encrypted. Absent once the compression is finalized: the delivery's row then contains it. */
  sealedUrl?: string;
}

export interface ApiKeysTable {
  id: string;
  accountId: string;
  label: string;
  /** SHA-256 of the API key's token. The token itself is not stored. */
  tokenHash: string;
  /** Last four characters of the API key's token. */
  hint: string;
  scopes: ApiKeyScope[];
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Expiry time; null if the key never expires. */
  expiresAt: Date | null;
}

/**
 * Idempotency record: an `Idempotency-Key` and the stored response. While `status` is null, the request is in flight.
 */
export interface IdempotentRequestsTable {
  accountId: string;
  operation: string;
  key: string;
  /**
   * Id of the record, which serves as the idempotency key of the accepted job, so that a retry gets the same job even
   * if the response was lost.
   */
  id: string;
  /** SHA-256 of the request; null until the request has been received completely. */
  fingerprint: string | null;
  status: number | null;
  body: ColumnType<unknown, string | undefined, string | null>;
  /** End of the lease. After that time, the request that acquired the lease is considered lost. */
  leasedUntil: Date;
  createdAt: Date;
}

/** A webhook of an account. Secrets are encrypted with a key derived from the gateway's secret. */
export interface WebhooksTable {
  id: string;
  accountId: string;
  /**
   * Type of the webhook. `endpoint`: created by a member. `perJob`: signs the deliveries to the URLs of single jobs.
   */
  kind: 'endpoint' | 'perJob';
  label: string;
  /** URL of the endpoint; null for a `perJob` webhook. */
  url: string | null;
  eventTypes: WebhookEventType[];
  sealedSecret: string;
  previousSealedSecret: string | null;
  previousSecretEndsAt: Date | null;
  /** Reason why the webhook was disabled; null while it is enabled. */
  disabledReason: (typeof disabledReasons)[number] | null;
  /** Start of the current series of failed attempts; null after a success. */
  failingSince: Date | null;
  createdAt: Date;
}

/** Delivery of one message to one URL. The row alone determines when the message is due; no queue job exists for it. */
export interface DeliveriesTable {
  /** Id of the delivery, sent in the `webhook-id` header. */
  id: string;
  webhookId: string;
  /** Account that owns the webhook. Concurrent deliveries are limited per account and host. */
  accountId: string;
  type: (typeof webhookMessageTypes)[number];
  compressionId: string | null;
  /** Target URL, normalized by the class `URL`. */
  url: string;
  /** Host and port of `url`. */
  host: GeneratedAlways<string>;
  /**
   * Message body as JSON, without the download link. Null until the first attempt, which builds the body from the
   * compression's row.
   */
  payload: string | null;
  status: Generated<'pending' | 'delivered' | 'failed'>;
  attemptCount: Generated<number>;
  /**
   * Number of attempts since the delivery was created or resent manually. It determines the delay before the next
   * retry.
   */
  tries: Generated<number>;
  /** Time of the next attempt, or the end of the lease during an attempt. Null unless the delivery is pending. */
  nextAttemptAt: Date | null;
  /**
   * End of the lease during an attempt, equal to `nextAttemptAt`. Null or in the past while no attempt is in flight.
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

/** Delivery of one file of a compression to the API client's storage. The row alone determines when it is due. */
export interface ResultDeliveriesTable {
  id: string;
  compressionId: string;
  /** Name of the file within the compression. */
  file: string;
  /** Account of the API client. Concurrent deliveries are limited per account and host. */
  accountId: string;
  /** Scheme, host and path of the target URL. */
  url: string;
  /** Host and port of `url`. */
  host: GeneratedAlways<string>;
  /** The complete target URL, encrypted. Null once the delivery has ended, because the URL is a credential. */
  sealedUrl: string | null;
  status: Generated<'pending' | 'delivered' | 'failed'>;
  attemptCount: Generated<number>;
  /** Number of attempts, which determines the delay before the next retry. */
  tries: Generated<number>;
  /** Time of the next attempt, or the end of the lease during an attempt. Null unless the delivery is pending. */
  nextAttemptAt: Date | null;
  /** End of the lease during an attempt. Null or in the past while no attempt is in flight. */
  leasedUntil: Date | null;
  lastStatus: number | null;
  lastFault: ResultDeliveryFault | null;
  deliveredAt: Date | null;
  createdAt: Date;
}

/** Tables for the Pro API and its webhooks. */
export interface ApiTables {
  apiKeys: ApiKeysTable;
  idempotentRequests: IdempotentRequestsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  deliveryAttempts: DeliveryAttemptsTable;
  resultDeliveries: ResultDeliveriesTable;
}

export type ApiKeyRow = Selectable<ApiKeysTable>;
export type WebhookRow = Selectable<WebhooksTable>;
export type DeliveryRow = Selectable<DeliveriesTable>;
export type ResultDeliveryRow = Selectable<ResultDeliveriesTable>;
