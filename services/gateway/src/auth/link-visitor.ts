import type { Transaction } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';
import { visitorLock } from '../identity/identity.ts';

/**
 * Gives a member what a visitor has sent. An upload under way holds the visitor's lock too, shared: so either its row
 * is seen here, or it sees the link.
 */
export async function linkVisitor(
  trx: Transaction<GatewayTables>,
  visitorId: string,
  accountId: string,
  now: Date,
): Promise<void> {
  await visitorLock(trx, visitorId, 'alone');
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
