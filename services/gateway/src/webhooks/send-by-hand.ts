import { webhookTestType } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import { sql, type Transaction } from 'kysely';
import type { DeliveryRow } from '../db/api-tables.ts';
import type { GatewayTables } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { newId } from '../http/identity/new-id.ts';
import { deliveryNotFound } from './delivery-queries.ts';
import { findEndpoint, findWebhook } from './queries.ts';

/**
 * Creates a delivery of a test message.
 * @throws AppError `webhook_not_found`, `webhook_disabled`
 */
export async function sendTest(deps: GatewayDeps, accountId: string, id: string): Promise<DeliveryRow> {
  const { url } = await findEndpoint(deps.db, accountId, id);
  const now = deps.clock();
  return whileEnabled(deps, id, (trx) =>
    trx
      .insertInto('deliveries')
      .values({
        id: newId(),
        webhookId: id,
        type: webhookTestType,
        accountId,
        url,
        nextAttemptAt: now,
        createdAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Resends a delivery under the same id, with the full retry schedule. An attempt in flight is not affected.
 * @throws AppError `webhook_not_found`, `delivery_not_found`, `webhook_disabled`
 */
export async function replayDelivery(
  deps: GatewayDeps,
  accountId: string,
  webhookId: string,
  id: string,
): Promise<DeliveryRow> {
  await findWebhook(deps.db, accountId, webhookId);
  const now = deps.clock();
  return whileEnabled(deps, webhookId, async (trx) => {
    const row = await trx
      .updateTable('deliveries')
      .set({
        status: 'pending',
        tries: sql<number>`case when leased_until > ${now} then tries else 0 end`,
        nextAttemptAt: sql<Date>`case when leased_until > ${now} then next_attempt_at else ${now} end`,
      })
      .where('id', '=', id)
      .where('webhookId', '=', webhookId)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw deliveryNotFound();
    return row;
  });
}

/** Runs a transaction that locks the webhook, so that no delivery is scheduled while the webhook is being disabled. */
function whileEnabled<T>(
  { db }: Pick<GatewayDeps, 'db'>,
  webhookId: string,
  write: (trx: Transaction<GatewayTables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom('webhooks')
      .select('disabledReason')
      .where('id', '=', webhookId)
      .forShare()
      .executeTakeFirst();
    if (!held) throw new AppError('webhook_not_found');
    if (held.disabledReason !== null) throw new AppError('webhook_disabled');
    return write(trx);
  });
}
