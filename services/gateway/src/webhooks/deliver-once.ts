import type { DeliveryRow } from '../db/api-tables.ts';
import type { AttemptResult } from '../deliveries/attempt.ts';
import type { GatewayDeps } from '../deps.ts';
import { attempt } from './attempt.ts';
import { writeMessage } from './message.ts';
import { recordAttempt } from './record-attempt.ts';

export type Outcome = 'delivered' | 'dropped' | NonNullable<AttemptResult['fault']>;

/**
 * Sends a claimed delivery once and records the outcome. Returns `dropped` if the webhook or the compression no longer
 * exists. Rejects if the message could not be sent or the outcome could not be recorded; the delivery is then retried.
 */
export async function deliverOnce(
  deps: GatewayDeps,
  delivery: DeliveryRow,
  { retrySeconds, signal }: { retrySeconds: readonly number[]; signal: AbortSignal },
): Promise<Outcome> {
  const webhook = await deps.db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', delivery.webhookId)
    .executeTakeFirst();
  if (!webhook) return 'dropped';
  const message = await writeMessage(deps, delivery);
  if (!message || webhook.disabledReason !== null) return drop(deps, delivery);
  const result = await attempt(deps, webhook, delivery, message.body, signal);
  await recordAttempt(deps, { delivery, result, payload: message.payload, retrySeconds });
  deps.logger.info(
    {
      deliveryId: delivery.id,
      webhookId: webhook.id,
      attempt: delivery.attemptCount,
      compressionId: delivery.compressionId,
      requestId: message.requestId,
      status: result.status,
      fault: result.fault,
      durationMs: result.durationMs,
    },
    'sent webhook delivery',
  );
  return result.fault ?? 'delivered';
}

async function drop({ db }: GatewayDeps, { id }: DeliveryRow): Promise<'dropped'> {
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', nextAttemptAt: null, leasedUntil: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
  return 'dropped';
}
