import { z } from 'zod';
import { label } from './api-keys.ts';
import { compressionId } from './compressions.ts';

/**
 * Webhooks that we send, by Standard Webhooks 1.0 (standardwebhooks.com): headers `webhook-id`, `webhook-timestamp` and
 * `webhook-signature`, the body `{type, timestamp, data}`.
 */
export const webhookEventTypes = ['compression.completed', 'compression.failed'] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];
/** Sent by hand, to try an endpoint. */
export const webhookTestType = 'webhook.test';
export const webhookMessageTypes = [...webhookEventTypes, webhookTestType] as const;

/** Webhooks that an account can have at a time, the one of jobs' own addresses not counted. */
export const maxWebhooks = 10;
export const maxWebhookUrlChars = 2_048;
/**
 * Seconds from one attempt to the next, each with up to 20 % more or less: close together at first, since most faults are
 * a deployment or a moment's overload; given up after a day.
 */
export const webhookRetrySeconds = [
  5, 15, 30, 60, 120, 300, 900, 3_600, 7_200, 14_400, 21_600, 38_400,
] as const;
/** For so long an old secret signs beside the new one. */
export const webhookRotationMs = 24 * 3_600_000;
/** Deliveries are shown and can be sent again for so long. */
export const deliveryRetentionMs = 30 * 24 * 3_600_000;
export const deliveriesPageSize = 50;

/** An http or https address without a username or password; what it may lead to is checked where it is called. */
export const webhookUrl = z
  .string()
  .trim()
  .max(maxWebhookUrlChars)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === '' && password === '';
  });
const eventTypes = z.array(z.enum(webhookEventTypes)).min(1).max(webhookEventTypes.length);

/** `POST /api/webhooks` */
export const webhookRequest = z.object({
  label: label.default('Webhook'),
  url: webhookUrl,
  eventTypes: eventTypes.default([...webhookEventTypes]),
});
/** `PATCH /api/webhooks/{id}`: what is absent stays. Of the one of jobs' own addresses nothing can be changed. */
export const webhookChange = z.object({
  label: label.optional(),
  url: webhookUrl.optional(),
  eventTypes: eventTypes.optional(),
  isEnabled: z.boolean().optional(),
});

/** Why a webhook was switched off: by its owner, by its answer 410, or after every attempt of five days had failed. */
export const disabledReasons = ['owner', 'gone', 'failing'] as const;

export const webhook = z.object({
  id: z.string(),
  /** `perJob` signs what goes to the `webhookUrl` of single jobs; every account has one, which cannot be deleted. */
  kind: z.enum(['endpoint', 'perJob']),
  label: z.string(),
  /** Null for `perJob`. */
  url: z.string().nullable(),
  eventTypes: z.array(z.enum(webhookEventTypes)),
  isEnabled: z.boolean(),
  disabledReason: z.enum(disabledReasons).nullable(),
  createdAt: z.iso.datetime(),
  /** Until when the secret of before signs, too; null when there is none. */
  previousSecretEndsAt: z.iso.datetime().nullable(),
});
export type Webhook = z.infer<typeof webhook>;

/** `GET /api/webhooks`: `perJob` last. */
export const webhookList = z.array(webhook);
/** `GET /api/webhooks/{id}/secret`, and 200 of `POST /api/webhooks/{id}/rotate`: `whsec_` and base64. */
export const webhookSecret = z.object({
  secret: z.string(),
  previousSecretEndsAt: z.iso.datetime().nullable(),
});
export type WebhookSecret = z.infer<typeof webhookSecret>;

/** Why an attempt failed. `status`: the answer was not 2xx. */
const deliveryFaults = [
  'status',
  'redirect',
  'timeout',
  'connection_failed',
  'tls_failed',
  'address_not_allowed',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

/** One message to one address. `failed`: given up, or its webhook was switched off or deleted; it can be sent again. */
export const delivery = z.object({
  /** The `webhook-id`, the same at every attempt. */
  id: z.string(),
  type: z.enum(webhookMessageTypes),
  url: z.string(),
  compressionId: compressionId.nullable(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attemptCount: z.int(),
  createdAt: z.iso.datetime(),
  /** Null when there will be none. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** Of the last attempt; null before it, or without an answer. */
  lastStatus: z.int().nullable(),
  lastFault: z.enum(deliveryFaults).nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** `GET /api/webhooks/{id}/deliveries?cursor=`: newest first; the next page's address travels in `Link`. */
export const deliveryList = z.array(delivery);

/** `GET /api/webhooks/{id}/deliveries/{deliveryId}` */
export const deliveryDetail = delivery.extend({
  /** The body as it is sent; the link to the result is made anew at every attempt. */
  payload: z.unknown(),
  attempts: z.array(
    z.object({
      startedAt: z.iso.datetime(),
      durationMs: z.int(),
      status: z.int().nullable(),
      fault: z.enum(deliveryFaults).nullable(),
      /** The beginning of what was answered; null without an answer. */
      responseExcerpt: z.string().nullable(),
    }),
  ),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;
