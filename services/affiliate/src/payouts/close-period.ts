import { affiliateProgram } from '@gossamer/contracts/affiliate';
import type { Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { startOf } from '../ledger/calendar.ts';
import { lockPartner } from '../ledger/lock.ts';
import { newId } from '../ledger/new-id.ts';

type Trx = Transaction<AffiliateTables>;

/** The balances that a period closes: every commission whose hold was over when it began. */
const cutoffOf = startOf;

/**
 * Closes the balances of a period, each in a transaction of its own. When it was cut off it goes on where it stood: a
 * partner has one payout for a period. Returns how many payouts were made.
 */
export async function closePeriod({ db, clock, logger }: AffiliateDeps, period: string): Promise<number> {
  await db
    .insertInto('payoutRuns')
    .values({ period, closedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const partners = await db
    .selectFrom('commissions')
    .select('partnerId')
    .distinct()
    .whereRef('earnedCents', '!=', 'settledCents')
    .where('heldUntil', '<=', cutoffOf(period))
    .orderBy('partnerId')
    .execute();
  let made = 0;
  for (const { partnerId } of partners) {
    const isMade = await db.transaction().execute((trx) => closeBalance(trx, partnerId, period, clock()));
    if (isMade) made += 1;
  }
  await db
    .updateTable('payoutRuns')
    .set({ closedAt: clock() })
    .where('period', '=', period)
    .where('closedAt', 'is', null)
    .execute();
  logger.info({ period, payouts: made }, 'balances closed');
  return made;
}

/** Commissions of a partner that a period settles, and what they come to; below zero where reversals outweigh. */
export async function readBalance(trx: Trx, partnerId: string, period: string) {
  const items = await trx
    .selectFrom('commissions')
    .select(['paymentId', 'earnedCents', 'settledCents'])
    .where('partnerId', '=', partnerId)
    .whereRef('earnedCents', '!=', 'settledCents')
    .where('heldUntil', '<=', cutoffOf(period))
    .orderBy('paymentId')
    .execute();
  const cents = items.map(({ paymentId, earnedCents, settledCents }) => ({
    paymentId,
    cents: earnedCents - settledCents,
  }));
  return { items: cents, amountCents: cents.reduce((sum, item) => sum + item.cents, 0) };
}

/** Makes a payout of a balance that has reached the minimum and has somewhere to go; any other moves to the next month. */
async function closeBalance(trx: Trx, partnerId: string, period: string, now: Date): Promise<boolean> {
  const { payoutEmail, closedAt } = await lockPartner(trx, partnerId);
  if (payoutEmail === null || closedAt !== null) return false;
  const { items, amountCents } = await readBalance(trx, partnerId, period);
  if (amountCents < affiliateProgram.minPayoutCents) return false;
  const payout = await trx
    .insertInto('payouts')
    .values({
      ...{ id: newId('po'), partnerId, period, amountCents, payoutEmail },
      ...{ status: 'open', createdAt: now },
    })
    .onConflict((conflict) => conflict.columns(['partnerId', 'period']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!payout) return false;
  await trx
    .insertInto('payoutItems')
    .values(items.map((item) => ({ payoutId: payout.id, ...item })))
    .execute();
  await trx
    .updateTable('commissions')
    .set((update) => ({ settledCents: update.ref('earnedCents') }))
    .where(
      'paymentId',
      'in',
      items.map(({ paymentId }) => paymentId),
    )
    .execute();
  return true;
}
