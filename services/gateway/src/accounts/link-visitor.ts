import { sql, type Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';

/**
 * Links a visitor's uploads to a member. Takes an exclusive lock on the visitor, on which uploads in flight hold a
 * shared lock (`accept_compression`). As a result, either this transaction updates the upload's row, or the upload
 * reads the link.
 */
export async function linkVisitor(
  trx: Transaction<GatewayTables>,
  visitorId: string,
  accountId: string,
  now: Date,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`visitor:${visitorId}`}, 0))`.execute(trx);
  await trx
    .insertInto('visitorLinks')
    .values({ visitorId, accountId, linkedAt: now })
    .onConflict((conflict) => conflict.column('visitorId').doUpdateSet({ accountId, linkedAt: now }))
    .execute();
  await trx
    .updateTable('compressions')
    .set({ accountId })
    .where('owner', '=', `visitor:${visitorId}`)
    .where('accountId', 'is', null)
    .execute();
  await moveSumsOfDeletedRows(trx, `visitor:${visitorId}`, `member:${accountId}`);
}

/**
 * Adds the totals of the visitor's pruned rows to the member's totals. Database triggers transfer only the totals of
 * existing rows.
 */
async function moveSumsOfDeletedRows(
  trx: Transaction<GatewayTables>,
  visitor: string,
  member: string,
): Promise<void> {
  await sql`
    with moved as (delete from compression_sums where owner = ${visitor} and day = '-infinity' returning *)
    insert into compression_sums as sums (owner, day, compressions, saved_bytes, reduction_percent)
    select ${member}, day, compressions, saved_bytes, reduction_percent from moved
    on conflict (owner, day) do update set
      compressions = sums.compressions + excluded.compressions,
      saved_bytes = sums.saved_bytes + excluded.saved_bytes,
      reduction_percent = sums.reduction_percent + excluded.reduction_percent`.execute(trx);
}
