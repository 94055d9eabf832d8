import type { Transaction, Updateable } from 'kysely';
import type { DeliveriesTable, DeliveryRow, WebhookRow } from '../db/api-tables.ts';
import type { GatewayTables } from '../db/schema.ts';
import type { AttemptResult } from '../deliveries/attempt.ts';
import { retryAt } from '../deliveries/retry.ts';
import type { GatewayDeps } from '../deps.ts';
import { disableWebhook } from './disable-webhook.ts';

type Trx = Transaction<GatewayTables>;

/** Duration of continuous failures, in milliseconds, after which an endpoint is disabled. */
const failingMs = 5 * 24 * 3_600_000;

export interface Attempted {
  /** State of the delivery when it was claimed. */
  delivery: DeliveryRow;
  result: AttemptResult;
  /** The message body without the download link; null if it is already stored. */
  payload: string | null;
  retrySeconds: readonly number[];
}

/**
 * Records a delivery attempt and schedules the next attempt, if any. A success is always recorded. Other outcomes are
 * ignored if the delivery was claimed again, resent or disabled in the meantime.
 */
export async function recordAttempt(
  { db, clock }: Pick<GatewayDeps, 'db' | 'clock'>,
  attempted: Attempted,
): Promise<void> {
  const { delivery, result, payload } = attempted;
  const now = clock();
  const next = nextOf(attempted, now);
  await db.transaction().execute(async (trx) => {
    const held = await hold(trx, delivery, next.status === 'failed');
    if (!held) return;
    const { webhook, current } = held;
    await noteResult(trx, delivery.id, result);
    const isCurrent = current.status === 'pending' && current.attemptCount === delivery.attemptCount;
    if (next.status === 'delivered' || isCurrent) {
      const last = { lastStatus: result.status, lastFault: result.fault };
      const kept = current.payload === null && payload !== null ? { payload } : {};
      await trx
        .updateTable('deliveries')
        .set({ ...next, ...last, ...kept, leasedUntil: null })
        .where('id', '=', delivery.id)
        .execute();
    }
    await noteHealth(trx, webhook, result);
    const reason = disabledBy(webhook, result, next.status, now);
    if (reason) await disableWebhook(trx, webhook, reason, now);
  });
}

function nextOf(
  { delivery, result, retrySeconds }: Attempted,
  now: Date,
): Updateable<DeliveriesTable> & Pick<DeliveryRow, 'status' | 'nextAttemptAt'> {
  if (result.fault === null) return { status: 'delivered', nextAttemptAt: null };
  // Status 410 means that the receiver does not want any further deliveries.
  if (result.status === 410) return { status: 'failed', nextAttemptAt: null };
  const nextAttemptAt = retryAt(result, delivery.tries, { now, retrySeconds });
  return nextAttemptAt ? { status: 'pending', nextAttemptAt } : { status: 'failed', nextAttemptAt: null };
}

/**
 * Locks the account, the webhook and the delivery, in the order used by all transactions. Returns undefined if the
 * webhook or the delivery no longer exists.
 */
async function hold(
  trx: Trx,
  delivery: DeliveryRow,
  mayDisable: boolean,
): Promise<{ webhook: WebhookRow; current: DeliveryRow } | undefined> {
  if (mayDisable) {
    await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', delivery.accountId)
      .forKeyShare()
      .execute();
  }
  const webhook = await trx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', delivery.webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const current = await trx
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', delivery.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return webhook && current && { webhook, current };
}

async function noteResult(trx: Trx, deliveryId: string, result: AttemptResult): Promise<void> {
  const { startedAt, durationMs, status, fault, responseExcerpt } = result;
  await trx
    .insertInto('deliveryAttempts')
    .values({ deliveryId, startedAt, durationMs, status, fault, responseExcerpt })
    .execute();
}

/** Updates the start time of the current series of failures. */
async function noteHealth(trx: Trx, webhook: WebhookRow, { fault, startedAt }: AttemptResult): Promise<void> {
  const failingSince = fault === null ? null : (webhook.failingSince ?? startedAt);
  if (failingSince === webhook.failingSince) return;
  await trx.updateTable('webhooks').set({ failingSince }).where('id', '=', webhook.id).execute();
}

function disabledBy(
  { kind, disabledReason, failingSince }: WebhookRow,
  result: AttemptResult,
  status: DeliveryRow['status'],
  now: Date,
): 'gone' | 'failing' | undefined {
  if (kind === 'perJob' || disabledReason !== null || status !== 'failed') return undefined;
  if (result.status === 410) return 'gone';
  const isFailing = failingSince !== null && now.getTime() - failingSince.getTime() >= failingMs;
  return isFailing ? 'failing' : undefined;
}
