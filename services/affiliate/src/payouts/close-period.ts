import { affiliateProgram } from '@gossamer/contracts/affiliate';
import { sql, type Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { startOf } from '../ledger/calendar.ts';
import { lockPartner } from '../ledger/lock.ts';
import { newId } from '../ledger/new-id.ts';
import { allOf } from './all-of.ts';

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
  // One that fails does not keep the others waiting; the period stays open until it is mended.
  await allOf(partners, async ({ partnerId }) => {
    if (await db.transaction().execute((trx) => closeBalance(trx, partnerId, period, clock()))) made += 1;
  });
  await db
    .updateTable('payoutRuns')
    .set({ closedAt: clock() })
    .where('period', '=', period)
    .where('closedAt', 'is', null)
    .execute();
  logger.info({ period, payouts: made }, 'balances closed');
  return made;
}

/** Commissions of a partner that a period settles; some by less than nothing, where what was paid was reversed. */
function unsettledOf(trx: Trx, partnerId: string, period: string) {
  return trx
    .selectFrom('commissions')
    .where('partnerId', '=', partnerId)
    .whereRef('earnedCents', '!=', 'settledCents')
    .where('heldUntil', '<=', cutoffOf(period));
}

/** Makes a payout of a balance that has reached the minimum and has somewhere to go; any other moves to the next month. */
async function closeBalance(trx: Trx, partnerId: string, period: string, now: Date): Promise<boolean> {
  const { payoutEmail, closedAt } = await lockPartner(trx, partnerId);
  if (payoutEmail === null || closedAt !== null) return false;
  // Nobody changes them in between: the partner is held.
  const unsettled = unsettledOf(trx, partnerId, period);
  const { cents } = await unsettled
    .select(({ fn }) => fn.sum<string | null>(sql`earned_cents - settled_cents`).as('cents'))
    .executeTakeFirstOrThrow();
  const amountCents = Number(cents ?? 0);
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
    .columns(['payoutId', 'paymentId', 'cents'])
    .expression(
      unsettled.select([
        ...[sql<string>`${payout.id}`.as('payoutId'), 'paymentId' as const],
        sql<number>`earned_cents - settled_cents`.as('cents'),
      ]),
    )
    .execute();
  await trx
    .updateTable('commissions')
    .set((update) => ({ settledCents: update.ref('earnedCents') }))
    .where('paymentId', 'in', (of) =>
      of.selectFrom('payoutItems').select('paymentId').where('payoutId', '=', payout.id),
    )
    .execute();
  return true;
}
