import { z } from 'zod';
import { label } from './api-keys.ts';
import { compressionId } from './compressions.ts';
import { targetUrl } from './target-url.ts';

/**
 * Outgoing webhooks follow Standard Webhooks 1.0 (standardwebhooks.com): the headers are `webhook-id`,
 * `webhook-timestamp` and `webhook-signature`, and the body is `{type, timestamp, data}`.
 */
export const webhookEventTypes = ['compression.completed', 'compression.failed'] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];
/** Type of test messages that users send to an endpoint manually. */
export const webhookTestType = 'webhook.test';
export const webhookMessageTypes = [...webhookEventTypes, webhookTestType] as const;

/** Maximum number of webhooks per account, excluding the one whose secret signs messages to the URLs of individual jobs. */
export const maxWebhooks = 10;
export const maxWebhookUrlChars = 2_048;
/**
 * Seconds between delivery attempts, each with up to 20 % jitter. The first intervals are short because most failures
 * are caused by a deployment or a brief overload. A delivery fails permanently after a day.
 */
export const webhookRetrySeconds = [
  5, 15, 30, 60, 120, 300, 900, 3_600, 7_200, 14_400, 21_600, 38_400,
] as const;
/** Time in ms after a rotation during which the old secret still signs messages in addition to the new one. */
export const webhookRotationMs = 24 * 3_600_000;
/** Retention period of webhook deliveries in milliseconds. Stored deliveries are listed and can be sent again. */
export const deliveryRetentionMs = 30 * 24 * 3_600_000;
export const deliveriesPageSize = 50;

/** URL that receives webhook messages. */
export const webhookUrl = targetUrl(maxWebhookUrlChars);
const eventTypes = z.array(z.enum(webhookEventTypes)).min(1).max(webhookEventTypes.length);

/** Request body of `POST /api/webhooks`. */
export const webhookRequest = z.object({
  label: label.default('Webhook'),
  url: webhookUrl,
  eventTypes: eventTypes.default([...webhookEventTypes]),
});
/**
 * Request body of `PATCH /api/webhooks/{id}`. Absent fields remain unchanged. The `perJob` webhook cannot be changed.
 */
export const webhookChange = z.object({
  label: label.optional(),
  url: webhookUrl.optional(),
  eventTypes: eventTypes.optional(),
  isEnabled: z.boolean().optional(),
});

/**
 * Reason why a webhook was disabled: its owner disabled it, the receiver responded with 410, or all attempts failed for
 * five days.
 */
export const disabledReasons = ['owner', 'gone', 'failing'] as const;

export const webhook = z.object({
  id: z.string(),
  /**
   * Type of the webhook. `perJob` signs the messages to the `webhookUrl` of individual jobs. Every account has one
   * `perJob` webhook, which cannot be deleted.
   */
  kind: z.enum(['endpoint', 'perJob']),
  label: z.string(),
  /** URL of the endpoint; null for the `perJob` webhook. */
  url: z.string().nullable(),
  eventTypes: z.array(z.enum(webhookEventTypes)),
  isEnabled: z.boolean(),
  disabledReason: z.enum(disabledReasons).nullable(),
  createdAt: z.iso.datetime(),
  /** Time until which the previous secret also signs messages; null if no previous secret is valid. */
  previousSecretEndsAt: z.iso.datetime().nullable(),
});
export type Webhook = z.infer<typeof webhook>;

/** Response of `GET /api/webhooks`. The `perJob` webhook is listed last. */
export const webhookList = z.array(webhook);
/**
 * Response of `GET /api/webhooks/{id}/secret` and `POST /api/webhooks/{id}/rotate`. The secret is `whsec_` followed by
 * base64.
 */
export const webhookSecret = z.object({
  secret: z.string(),
  previousSecretEndsAt: z.iso.datetime().nullable(),
});
export type WebhookSecret = z.infer<typeof webhookSecret>;

/** Reasons why an attempt to deliver a message failed. `status`: the response was not 2xx. */
export const deliveryFaults = [
  'status',
  'redirect',
  'timeout',
  'connection_failed',
  'tls_failed',
  'address_not_allowed',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

/**
 * Delivery of one webhook message to one URL. `failed`: all attempts failed, or the webhook was disabled or deleted. A
 * delivery can be sent again.
 */
export const delivery = z.object({
  /** Value of the header `webhook-id`, which is the same for all attempts. */
  id: z.string(),
  type: z.enum(webhookMessageTypes),
  url: z.string(),
  compressionId: compressionId.nullable(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attemptCount: z.int(),
  createdAt: z.iso.datetime(),
  /** Time of the next delivery attempt; null if no further attempt is scheduled. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** HTTP status of the last attempt; null before the first attempt, or if no response was received. */
  lastStatus: z.int().nullable(),
  lastFault: z.enum(deliveryFaults).nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/**
 * Response of `GET /api/webhooks/{id}/deliveries?cursor=`: newest first. The URL of the next page is in the `Link`
 * header.
 */
export const deliveryList = z.array(delivery);

/** Response of `GET /api/webhooks/{id}/deliveries/{deliveryId}`. */
export const deliveryDetail = delivery.extend({
  /** Body of the message as sent. Its download link is renewed for every attempt. */
  payload: z.unknown(),
  attempts: z.array(
    z.object({
      startedAt: z.iso.datetime(),
      durationMs: z.int(),
      status: z.int().nullable(),
      fault: z.enum(deliveryFaults).nullable(),
      /** First characters of the response body; null if no response was received. */
      responseExcerpt: z.string().nullable(),
    }),
  ),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;
