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
  /** SHA-256 of the token, which is nowhere else. */
  tokenHash: string;
  /** The token's last four characters. */
  hint: string;
  scopes: ApiKeyScope[];
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Null: never. */
  expiresAt: Date | null;
}

/** One `Idempotency-Key`, and what its request was answered with; without a status it is still under way. */
export interface IdempotentRequestsTable {
  accountId: string;
  operation: string;
  key: string;
  /** Stands for the key where a job is accepted, so that it happens once even when its answer was lost. */
  id: string;
  /** SHA-256 of what was sent; null until all of it has arrived. */
  fingerprint: string | null;
  status: number | null;
  body: ColumnType<unknown, string | undefined, string | null>;
  /** Then whoever works on it is taken to be lost. */
  leasedUntil: Date;
  createdAt: Date;
}

/** Where an account wants its messages. Secrets are sealed with the gateway's own. */
export interface WebhooksTable {
  id: string;
  accountId: string;
  /** `perJob` signs what goes to the addresses of single jobs. */
  kind: 'endpoint' | 'perJob';
  label: string;
  /** Null for `perJob`. */
  url: string | null;
  eventTypes: WebhookEventType[];
  sealedSecret: string;
  previousSealedSecret: string | null;
  previousSecretEndsAt: Date | null;
  /** Null while it is enabled. */
  disabledReason: (typeof disabledReasons)[number] | null;
  /** Since when no attempt has succeeded; null after one that did. */
  failingSince: Date | null;
  createdAt: Date;
}

/** One message to one address. What is due is told by its row; nothing else carries it. */
export interface DeliveriesTable {
  /** The `webhook-id`. */
  id: string;
  webhookId: string;
  /** Of the webhook; slots are shared by account and host. */
  accountId: string;
  type: (typeof webhookMessageTypes)[number];
  compressionId: string | null;
  /** As `URL` writes it. */
  url: string;
  /** Its host and port. */
  host: GeneratedAlways<string>;
  /** The body without its link, as JSON; null until the first attempt has made it from the row. */
  payload: string | null;
  status: Generated<'pending' | 'delivered' | 'failed'>;
  attemptCount: Generated<number>;
  /** Attempts since it was written, or sent again by hand: where it stands in the schedule. */
  tries: Generated<number>;
  /** Null unless it is pending. While an attempt is under way: when it is taken to be lost. */
  nextAttemptAt: Date | null;
  /** The same moment while an attempt is under way; null, or gone by, when none is. */
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

/** What the Pro API and its webhooks keep. */
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
