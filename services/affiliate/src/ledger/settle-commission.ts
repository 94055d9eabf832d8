import { sql, type Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import { commissionOf } from './commission-of.ts';

type Trx = Transaction<AffiliateTables>;

/**
 * Recalculates the commission on a payment from the payment, its account, the referrer, and whether the payment counts
 * as a self-referral. The calculation is idempotent and does not depend on the order in which messages arrive. The
 * caller must have locked the account and the partner.
 */
export async function settleCommission(trx: Trx, paymentId: string): Promise<void> {
  const found = await trx
    .selectFrom('payments')
    .innerJoin('accounts', 'accounts.accountId', 'payments.accountId')
    .innerJoin('partners', 'partners.id', 'accounts.partnerId')
    .selectAll('payments')
    .select(['partners.id as partnerId', 'partners.commissionPercent', 'partners.closedAt'])
    .select(isSelfReferral().as('isSelfReferral'))
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  if (!found || found.closedAt) return;
  if (found.isSelfReferral) return withdraw(trx, paymentId);
  const { partnerId, accountId, paidAt } = found;
  const earning = commissionOf(found, found.commissionPercent);
  if (earning.commissionCents === 0) return;
  await trx
    .insertInto('commissions')
    .values({ paymentId, partnerId, accountId, paidAt, ...earning })
    .onConflict((conflict) => conflict.column('paymentId').doUpdateSet(earning))
    .execute();
}

/**
 * SQL condition for a self-referral (docs/decisions/0025): the payment was made by the partner's own account, by an
 * account that has had one of the partner's email addresses, or with a card that the partner has used.
 */
const isSelfReferral = () => sql<boolean>`
  partners.account_id = accounts.account_id
  or exists (select from own_accounts where own_accounts.account_id = accounts.account_id)
  or exists (
    select from account_cards
    where account_cards.account_id = partners.account_id
      and account_cards.fingerprint = payments.card_fingerprint
  )`;

/** Cancels a commission. If the commission was already paid out, later payouts deduct it. */
async function withdraw(trx: Trx, paymentId: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('commissions')
    .where('paymentId', '=', paymentId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('payoutItems')
            .select('paymentId')
            .whereRef('payoutItems.paymentId', '=', 'commissions.paymentId'),
        ),
      ),
    )
    .executeTakeFirst();
  if (numDeletedRows > 0n) return;
  await trx.updateTable('commissions').set({ earnedCents: 0 }).where('paymentId', '=', paymentId).execute();
}

/** Recalculates the commissions on all payments made by an account. */
export async function settleCommissionsOf(trx: Trx, accountId: string): Promise<void> {
  const payments = await trx
    .selectFrom('payments')
    .select('paymentId')
    .where('accountId', '=', accountId)
    .orderBy('paymentId')
    .execute();
  for (const { paymentId } of payments) await settleCommission(trx, paymentId);
}
