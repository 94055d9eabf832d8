import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type { Kysely } from 'kysely';
import type { AffiliateTables, PartnerRow } from '../db/schema.ts';
import { emailKeyOf } from './email-key.ts';
import { learnEmails } from './learn-emails.ts';
import { lockAccount } from './lock.ts';

/**
 * Returns the partner record of a member, or undefined if the member is not a partner or the account is deleted. Also
 * stores the member's email address if it has changed, because no fact (domain event) reports a changed address.
 */
export async function findPartner(
  db: Kysely<AffiliateTables>,
  { accountId, email }: ForwardedIdentity,
): Promise<PartnerRow | undefined> {
  const found = await db
    .selectFrom('partners')
    .selectAll('partners')
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('accountEmails')
            .select('emailKey')
            .whereRef('accountEmails.accountId', '=', 'partners.accountId')
            .where('emailKey', '=', emailKeyOf(email)),
        )
        .as('isEmailKnown'),
    )
    .where('accountId', '=', accountId)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  if (!found) return undefined;
  const { isEmailKnown, ...partner } = found;
  if (!isEmailKnown) {
    await db.transaction().execute(async (trx) => {
      const account = await lockAccount(trx, accountId);
      if (account.deletedAt === null) await learnEmails(trx, account, [email]);
    });
  }
  return partner;
}
