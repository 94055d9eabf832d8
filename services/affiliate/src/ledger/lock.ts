import type { Transaction } from 'kysely';
import type { AffiliateTables, PartnerRow } from '../db/schema.ts';

type Trx = Transaction<AffiliateTables>;

/*
 * Transactions must lock the row of an account or partner before they change related data; otherwise, they would not
 * see each other's changes. To prevent deadlocks, they lock accounts before partners, at most one account, and partners
 * in the order of their ids. Inserts that only reference a locked row do not wait, because the locks do not cover keys
 * (`FOR NO KEY UPDATE`).
 */

/** Locks an account. Creates the account if it does not exist. */
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

/** Locks the partners with the given ids. Unknown ids are ignored. */
export async function lockPartners(trx: Trx, ids: (string | null | undefined)[]): Promise<void> {
  for (const id of [...new Set(ids.filter((one) => one != null))].sort()) await lockPartner(trx, id);
}
