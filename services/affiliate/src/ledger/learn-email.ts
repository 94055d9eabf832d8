import { sql, type Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import { emailKeyOf } from './email-key.ts';
import { lockPartner } from './lock.ts';
import { settleCommissionsOf } from './settle-commission.ts';

type Trx = Transaction<AffiliateTables>;

/** Notes an address of an account. True when it is news. The caller holds the account. */
export async function learnEmail(trx: Trx, accountId: string, email: string): Promise<boolean> {
  const noted = await trx
    .insertInto('accountEmails')
    .values({ accountId, emailKey: emailKeyOf(email) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('emailKey')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Notes a partner's address, and finds out whom of those they referred it makes themselves. */
export async function learnPartnersEmail(trx: Trx, partnerId: string, email: string): Promise<void> {
  const { accountId } = await lockPartner(trx, partnerId);
  if (!(await learnEmail(trx, accountId, email))) return;
  const found = await markPartnersOwn(trx, partnerId);
  for (const own of found) await settleCommissionsOf(trx, own);
}

/** Marks the referred accounts that share an address with their partner; gives those that were not marked before. */
export async function markPartnersOwn(trx: Trx, partnerId: string): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    insert into own_accounts (account_id)
    select accounts.account_id from accounts join partners on partners.id = accounts.partner_id
    where partners.id = ${partnerId} and exists (
      select from account_emails theirs join account_emails partners_own using (email_key)
      where theirs.account_id = accounts.account_id and partners_own.account_id = partners.account_id
    )
    on conflict do nothing
    returning account_id`.execute(trx);
  return rows.map(({ accountId }) => accountId).sort();
}
