import { sql, type Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { lockPartner } from '../ledger/lock.ts';

type Trx = Transaction<AffiliateTables>;

/** What became of a payout: `reference` says where to find it at whoever paid, `reason` why it came back. */
export type Outcome = { status: 'paid'; reference: string | null } | { status: 'failed'; reason: string };

/** What may end so. One that was paid can still come back, unclaimed or reversed. */
export const endsFrom = { paid: ['open', 'sent'], failed: ['open', 'sent', 'paid'] } as const;

/** Ends a payout. The money of one that came back is due again. False when it had ended before. */
export function settlePayout(deps: AffiliateDeps, payoutId: string, outcome: Outcome): Promise<boolean> {
  return deps.db.transaction().execute((trx) => endPayout(trx, payoutId, outcome, deps.clock()));
}

/** The same for several in one transaction, the partners in the order of their ids. Returns how many had not ended. */
export async function endPayouts(trx: Trx, ids: string[], outcome: Outcome, now: Date): Promise<number> {
  if (ids.length === 0) return 0;
  const payouts = await trx
    .selectFrom('payouts')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('partnerId')
    .orderBy('id')
    .execute();
  let ended = 0;
  for (const { id } of payouts) if (await endPayout(trx, id, outcome, now)) ended += 1;
  return ended;
}

async function endPayout(trx: Trx, payoutId: string, outcome: Outcome, now: Date): Promise<boolean> {
  const payout = await trx
    .selectFrom('payouts')
    .select('partnerId')
    .where('id', '=', payoutId)
    .executeTakeFirst();
  if (!payout) return false;
  const { closedAt } = await lockPartner(trx, payout.partnerId);
  const ended = await trx
    .updateTable('payouts')
    // Whoever has gone is forgotten as soon as the money has found its way.
    .set({ ...outcome, settledAt: now, ...(closedAt && { payoutEmail: '' }) })
    .where('id', '=', payoutId)
    .where('status', 'in', endsFrom[outcome.status])
    .returning('id')
    .executeTakeFirst();
  if (!ended) return false;
  if (outcome.status === 'failed') await makeDueAgain(trx, payoutId);
  return true;
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
    .where('status', 'in', ['sending', 'sent'])
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
