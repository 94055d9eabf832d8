import type { Delivery, DeliveryDetail, Webhook } from '@gossamer/contracts/webhooks';

export function someWebhook(changes: Partial<Webhook> = {}): Webhook {
  return {
    id: 'w1',
    kind: 'endpoint',
    label: 'Production',
    url: 'https://hooks.studio-rand.example/gossamer',
    eventTypes: ['compression.completed', 'compression.failed'],
    isEnabled: true,
    disabledReason: null,
    createdAt: '2025-11-20T12:00:00.000Z',
    previousSecretEndsAt: null,
    ...changes,
  };
}

/** The built-in webhook of every account, which signs the messages to the URLs of individual jobs. */
export const somePerJob = someWebhook({ id: 'w0', kind: 'perJob', label: '', url: null });

export function someDelivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    id: 'd1',
    type: 'compression.completed',
    url: 'https://hooks.studio-rand.example/gossamer',
    compressionId: 'a'.repeat(32),
    status: 'delivered',
    attemptCount: 1,
    createdAt: new Date(2025, 10, 21, 10, 42).toISOString(),
    nextAttemptAt: null,
    lastStatus: 200,
    lastFault: null,
    ...changes,
  };
}

export function someDetail(changes: Partial<DeliveryDetail> = {}): DeliveryDetail {
  return {
    ...someDelivery(),
    payload: { type: 'compression.completed', data: { id: 'a'.repeat(32) } },
    attempts: [
      {
        startedAt: new Date(2025, 10, 21, 10, 42, 7).toISOString(),
        durationMs: 84,
        status: 200,
        fault: null,
        responseExcerpt: 'ok',
      },
    ],
    ...changes,
  };
}
