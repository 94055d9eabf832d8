import { affiliateProgram } from '@gossamer/contracts/affiliate';
import { sql, type Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { startOf } from '../ledger/calendar.ts';
import { lockPartner } from '../ledger/lock.ts';
import { newId } from '../ledger/new-id.ts';
import { allOf } from './all-of.ts';

type Trx = Transaction<AffiliateTables>;

/** Returns the time at which a period ends. The period includes only commissions whose hold has ended by then. */
const cutoffOf = startOf;

/**
 * Creates the payouts of a period, each in its own transaction. Safe to repeat after an interruption, because a partner
 * has at most one payout per period. Returns the number of payouts created.
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
  // If a payout cannot be created, all others are still created, and the period remains open for a retry.
  await allOf(partners, async ({ partnerId }) => {
    if (await db.transaction().execute((trx) => closeBalance(trx, partnerId, period, clock()))) made += 1;
  });
  await db
    .updateTable('payoutRuns')
    .set({ closedAt: clock() })
    .where('period', '=', period)
    .where('closedAt', 'is', null)
    .execute();
  logger.info({ period, payouts: made }, 'closed partner balances');
  return made;
}

/**
 * Selects the commissions that a payout for the period would include. Commissions that were refunded or canceled after
 * they were paid out reduce the payout.
 */
function unsettledOf(trx: Trx, partnerId: string, period: string) {
  return trx
    .selectFrom('commissions')
    .where('partnerId', '=', partnerId)
    .whereRef('earnedCents', '!=', 'settledCents')
    .where('heldUntil', '<=', cutoffOf(period));
}

/**
 * Creates a payout if the partner has a payout address and the balance reaches the minimum. Otherwise, the balance is
 * carried over to the next period.
 */
async function closeBalance(trx: Trx, partnerId: string, period: string, now: Date): Promise<boolean> {
  const { payoutEmail, closedAt } = await lockPartner(trx, partnerId);
  if (payoutEmail === null || closedAt !== null) return false;
  // The partner is locked, so its unsettled commissions cannot change between the following statements.
  const unsettled = unsettledOf(trx, partnerId, period);
  const { cents } = await unsettled
    .select(({ fn }) => fn.sum<string | null>(sql`earned_cents - settled_cents`).as('cents'))
    .executeTakeFirstOrThrow();
  const amountCents = Number(cents ?? 0);
  if (amountCents < affiliateProgram.minPayoutCents) return false;
  const payout = await trx
    .insertInto('payouts')
    .values({
      id: newId('po'),
      partnerId,
      period,
      amountCents,
      payoutEmail,
      status: 'open',
      createdAt: now,
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
