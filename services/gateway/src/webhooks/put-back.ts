import type { Kysely, Updateable } from 'kysely';
import type { DeliveriesTable, DeliveryRow } from '../db/api-tables.ts';
import type { GatewayTables } from '../db/schema.ts';
import { retryAt } from './retry.ts';

type Db = Kysely<GatewayTables>;

/** Releases a delivery whose attempt was not completed. The delivery is due again, and the attempt is not counted. */
export function putBack(db: Db, delivery: DeliveryRow, now: Date): Promise<void> {
  const { attemptCount, tries } = delivery;
  return change(db, delivery, { attemptCount: attemptCount - 1, tries: tries - 1, nextAttemptAt: now });
}

/** Postpones a delivery after an internal error according to the retry schedule, or fails it after the last retry. */
export function postpone(
  db: Db,
  delivery: DeliveryRow,
  schedule: { now: Date; retrySeconds: readonly number[] },
): Promise<void> {
  const nextAttemptAt = retryAt({ status: null, retryAfter: null }, delivery.tries, schedule);
  return change(db, delivery, nextAttemptAt ? { nextAttemptAt } : { status: 'failed', nextAttemptAt: null });
}

/** Changes a delivery unless it was claimed again in the meantime. */
async function change(
  db: Db,
  { id, attemptCount }: DeliveryRow,
  changes: Updateable<DeliveriesTable>,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...changes, leasedUntil: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('attemptCount', '=', attemptCount)
    .execute();
}
