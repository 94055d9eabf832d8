import { sql, type Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';

/**
 * Gives a member what a visitor has sent. An upload under way holds the visitor's lock too, shared
 * (`accept_compression`): so either its row is seen here, or it sees the link.
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
}
