import { sql, type Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { lockPartner } from '../ledger/lock.ts';

type Trx = Transaction<AffiliateTables>;

/** What became of a payout: `reference` says where to find it at whoever paid, `reason` why it came back. */
export type Outcome = { status: 'paid'; reference: string | null } | { status: 'failed'; reason: string };

/** What may end so. One that was paid can still come back, unclaimed or reversed. */
const endsFrom = { paid: ['open', 'sent'], failed: ['open', 'sent', 'paid'] } as const;

/** Ends a payout. The money of one that came back is due again. False when it had ended before. */
export async function settlePayout(
  deps: AffiliateDeps,
  payoutId: string,
  outcome: Outcome,
): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const payout = await trx
      .selectFrom('payouts')
      .select('partnerId')
      .where('id', '=', payoutId)
      .executeTakeFirst();
    if (!payout) return false;
    await lockPartner(trx, payout.partnerId);
    const ended = await trx
      .updateTable('payouts')
      .set({ ...outcome, settledAt: deps.clock() })
      .where('id', '=', payoutId)
      .where('status', 'in', endsFrom[outcome.status])
      .returning('id')
      .executeTakeFirst();
    if (!ended) return false;
    if (outcome.status === 'failed') await makeDueAgain(trx, payoutId);
    return true;
  });
}

async function makeDueAgain(trx: Trx, payoutId: string): Promise<void> {
  await sql`
    update commissions set settled_cents = settled_cents - payout_items.cents
    from payout_items
    where payout_items.payment_id = commissions.payment_id and payout_items.payout_id = ${payoutId}`.execute(
    trx,
  );
}

/** A batch is done when none of its payouts is under way any more. */
export async function endBatchWhenSettled({ db, clock }: AffiliateDeps, batchId: string): Promise<void> {
  await db
    .updateTable('payoutBatches')
    .set({ status: 'done', updatedAt: clock() })
    .where('id', '=', batchId)
    .where('status', '=', 'sent')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('payouts')
            .select('id')
            .where('batchId', '=', batchId)
            .where('status', 'in', ['open', 'sent']),
        ),
      ),
    )
    .execute();
}
