import type { Transaction } from 'kysely';
import type { AffiliateTables, PartnerRow } from '../db/schema.ts';

type Trx = Transaction<AffiliateTables>;

/*
 * A transaction must lock the row of an account or partner before it changes related data: accounts before partners,
 * one account per transaction, partners in order of their ids. Concurrent facts thus see each other and never deadlock.
 * Inserts that only reference a locked row do not wait, because no key is changed.
 */

/** Locks an account, creating it if needed. */
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

/** Locks the partners with these ids. Unknown ids are ignored. */
export async function lockPartners(trx: Trx, ids: (string | null | undefined)[]): Promise<void> {
  for (const id of [...new Set(ids.filter((one) => one != null))].sort()) await lockPartner(trx, id);
}
