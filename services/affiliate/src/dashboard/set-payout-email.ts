import { AppError } from '@gossamer/service-kit/errors';
import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type { PartnerRow } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { learnEmails } from '../ledger/learn-emails.ts';
import { lockAccount } from '../ledger/lock.ts';

/**
 * Sets the email address for a partner's future payouts. Existing payouts are sent to the previous address.
 * @throws AppError `email_not_verified`, or `affiliate_not_found` if the account was deleted concurrently
 */
export async function setPayoutEmail(
  { db }: AffiliateDeps,
  partner: PartnerRow,
  { isEmailVerified }: ForwardedIdentity,
  payoutEmail: string,
): Promise<void> {
  if (!isEmailVerified) throw new AppError('email_not_verified');
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, partner.accountId);
    if (account.deletedAt) throw new AppError('affiliate_not_found');
    await learnEmails(trx, account, [payoutEmail]);
    await trx.updateTable('partners').set({ payoutEmail }).where('id', '=', partner.id).execute();
  });
}
