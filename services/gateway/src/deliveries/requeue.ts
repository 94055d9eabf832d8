import type { Kysely, Updateable } from 'kysely';
import type { DeliveriesTable } from '../db/api-tables.ts';
import type { GatewayTables } from '../db/schema.ts';
import type { ClaimedDelivery, DeliveryTable } from './claim-deliveries.ts';

type Db = Kysely<GatewayTables>;

/** Releases a delivery whose attempt was not completed. The delivery is due again, and the attempt is not counted. */
export function putBack(db: Db, table: DeliveryTable, delivery: ClaimedDelivery, now: Date): Promise<void> {
  const { attemptCount, tries } = delivery;
  const changes = { attemptCount: attemptCount - 1, tries: tries - 1, nextAttemptAt: now };
  return changeClaimed(db, table, delivery, changes);
}

/** Changes a delivery and ends its lease, unless it has ended or was claimed again in the meantime. */
export async function changeClaimed<T extends DeliveryTable>(
  db: Db,
  table: T,
  { id, attemptCount }: ClaimedDelivery,
  changes: Updateable<GatewayTables[T]>,
): Promise<void> {
  await db
    // The type of one table is sufficient here, because all tables of deliveries have the columns of the condition.
    .updateTable(table as 'deliveries')
    .set({ ...(changes as Updateable<DeliveriesTable>), leasedUntil: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('attemptCount', '=', attemptCount)
    .execute();
}
