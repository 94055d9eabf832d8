import { deliveriesPageSize, deliveryRetentionMs } from '@gossamer/contracts/webhooks';
import { AppError } from '@gossamer/service-kit/errors';
import type { Kysely, Selectable } from 'kysely';
import type { PageCursor } from '../compressions/cursor.ts';
import type { DeliveryAttemptsTable, DeliveryRow } from '../db/api-tables.ts';
import type { GatewayTables } from '../db/schema.ts';

type Db = Kysely<GatewayTables>;

/** Returns one page of a webhook's deliveries, newest first, plus one additional row if a next page exists. */
export function listDeliveries(db: Db, webhookId: string, after?: PageCursor): Promise<DeliveryRow[]> {
  let query = db
    .selectFrom('deliveries')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(deliveriesPageSize + 1);
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('createdAt', 'id'), '<', where.tuple(after.createdAt, after.id)),
    );
  }
  return query.execute();
}

/** Returns one delivery of a webhook. @throws AppError `delivery_not_found` */
export async function findDelivery(db: Db, webhookId: string, id: string): Promise<DeliveryRow> {
  const row = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('webhookId', '=', webhookId)
    .executeTakeFirst();
  if (!row) throw deliveryNotFound();
  return row;
}

export function deliveryNotFound(): AppError {
  return new AppError('delivery_not_found', { details: { days: deliveryRetentionMs / (24 * 3_600_000) } });
}

/** Returns a delivery's attempts, oldest first. */
export function listAttempts(db: Db, deliveryId: string): Promise<Selectable<DeliveryAttemptsTable>[]> {
  return db
    .selectFrom('deliveryAttempts')
    .selectAll()
    .where('deliveryId', '=', deliveryId)
    .orderBy('id')
    .execute();
}
