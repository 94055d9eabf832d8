import type { Transaction } from 'kysely';
import type { AffiliateTables, PartnerRow } from '../db/schema.ts';

type Trx = Transaction<AffiliateTables>;

/*
 * Whoever changes what an account or a partner has holds its row first: accounts before partners, one account in a
 * transaction, partners in the order of their ids. So facts that come at the same time see each other, and never wait in a circle.
 * Rows that merely refer to a held one do not wait for it: no key of it is changed.
 */

/** Holds an account, made when the programme has not heard of it yet. */
export async function lockAccount(trx: Trx, accountId: string) {
  return trx
    .insertInto('accounts')
    .values({ accountId })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet((update) => ({ deletedAt: update.ref('accounts.deletedAt') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function lockPartner(trx: Trx, partnerId: string): Promise<PartnerRow> {
  return trx
    .selectFrom('partners')
    .selectAll()
    .where('id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Holds several, whichever of them there are. */
export async function lockPartners(trx: Trx, ids: (string | null | undefined)[]): Promise<void> {
  for (const id of [...new Set(ids.filter((one) => one != null))].sort()) await lockPartner(trx, id);
}
