import { sql, type Transaction } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { lockPartner } from '../ledger/lock.ts';

type Trx = Transaction<AffiliateTables>;

/** Outcome of a payout. `reference` is the payment provider's id; `reason` describes the failure. */
export type Outcome = { status: 'paid'; reference: string | null } | { status: 'failed'; reason: string };

/** Statuses that each outcome may replace. A paid payout can still fail, because PayPal can return or reverse it. */
export const endsFrom = { paid: ['open', 'sent'], failed: ['open', 'sent', 'paid'] } as const;

/** Settles a payout. If it failed, its amount becomes due again. Returns false if the payout was already settled. */
export function settlePayout(deps: AffiliateDeps, payoutId: string, outcome: Outcome): Promise<boolean> {
  return deps.db.transaction().execute((trx) => endPayout(trx, payoutId, outcome, deps.clock()));
}

/**
 * Settles payouts in one transaction. Locks their partners in the order of their ids. Returns the number of settled
 * payouts.
 */
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
    // Delete the payout address if the partner's account has been deleted.
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

/** Marks a batch as done once all its payouts are settled. */
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
