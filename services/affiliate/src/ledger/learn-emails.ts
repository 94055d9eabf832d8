import { sql, type Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import { emailKeyOf } from './email-key.ts';
import { lockPartners } from './lock.ts';
import { settleCommissionsOf } from './settle-commission.ts';

type Trx = Transaction<AffiliateTables>;

/**
 * Stores the email addresses of an account. Then detects self-referrals, both among the accounts that this account has
 * referred and between this account and its own referrer. The caller must have locked the account.
 */
export async function learnEmails(
  trx: Trx,
  account: { accountId: string; partnerId: string | null },
  emails: string[],
): Promise<void> {
  const own = await trx
    .selectFrom('partners')
    .select('id')
    .where('accountId', '=', account.accountId)
    .executeTakeFirst();
  const concerned = [own?.id, account.partnerId].filter((id) => id != null);
  await lockPartners(trx, concerned);
  const keys = [...new Set(emails.map(emailKeyOf))];
  await trx
    .insertInto('accountEmails')
    .values(keys.map((emailKey) => ({ accountId: account.accountId, emailKey })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const partnerId of concerned) await withdrawOwn(trx, partnerId);
}

/**
 * Marks referred accounts as self-referrals if they share an email address with their partner, and cancels their
 * commissions. Existing marks remain. The caller must have locked the partner.
 */
async function withdrawOwn(trx: Trx, partnerId: string): Promise<void> {
  const { rows } = await sql<{ accountId: string }>`
    insert into own_accounts (account_id)
    select accounts.account_id from accounts join partners on partners.id = accounts.partner_id
    where partners.id = ${partnerId} and exists (
      select from account_emails theirs join account_emails partners_own using (email_key)
      where theirs.account_id = accounts.account_id and partners_own.account_id = partners.account_id
    )
    on conflict do nothing
    returning account_id`.execute(trx);
  for (const { accountId } of rows) await settleCommissionsOf(trx, accountId);
}
