import type { Delivery, Webhook } from '@gossamer/contracts/webhooks';
import type { DeliveryRow, WebhookRow } from '../db/api-tables.ts';

/** Converts a webhook to the representation returned to its owner, without the secret. */
export function toWebhook(row: WebhookRow, now: Date): Webhook {
  return {
    id: row.id,
    kind: row.kind,
    label: row.label,
    url: row.url,
    eventTypes: row.eventTypes,
    isEnabled: row.disabledReason === null,
    disabledReason: row.disabledReason,
    createdAt: row.createdAt.toISOString(),
    previousSecretEndsAt: previousSecretEndsAt(row, now)?.toISOString() ?? null,
  };
}

/** Returns the time until which the previous secret also signs messages, or null if it is no longer used. */
export function previousSecretEndsAt({ previousSecretEndsAt: endsAt }: WebhookRow, now: Date): Date | null {
  return endsAt !== null && endsAt > now ? endsAt : null;
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    type: row.type,
    url: row.url,
    compressionId: row.compressionId,
    status: row.status,
    attemptCount: row.attemptCount,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastStatus: row.lastStatus,
    lastFault: row.lastFault,
  };
}
