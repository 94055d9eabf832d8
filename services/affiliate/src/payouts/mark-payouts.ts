import type { PayoutBatchesTable } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { isTooOldToSend } from './send-payouts.ts';
import { endBatchWhenSettled, endPayouts, endsFrom, type Outcome } from './settle-payout.ts';

const dayMs = 24 * 3_600_000;
/** Age of a batch for which PayPal has returned all unclaimed money and reports no further results. */
const silentMs = 35 * dayMs;

/** The payouts that the operator names: a whole batch or individual ones. */
export interface Named {
  batchId?: string | undefined;
  payoutIds?: string[] | undefined;
}

/**
 * Settles payouts as the operator reports: those exported as a file, and those without further results from PayPal.
 * For a batch, settles those that can be settled; for named payouts, all or none.
 * @throws Error that names a payout which cannot be settled
 */
export async function markPayouts(deps: AffiliateDeps, named: Named, outcome: Outcome): Promise<number> {
  const payouts = await findPayouts(deps, named);
  const unknown = named.payoutIds?.find((id) => payouts.every((payout) => payout.id !== id));
  if (unknown) throw new Error(`There is no payout ${unknown} that has left.`);
  if (payouts.length === 0) throw new Error(`There is no batch ${named.batchId} with payouts.`);
  const automatic = payouts.find((payout) => isWithPaypal(deps, payout));
  if (automatic) throw new Error(`${automatic.id} is with PayPal, which tells by itself what becomes of it.`);
  const from: readonly string[] = endsFrom[outcome.status];
  const ended = named.payoutIds && payouts.find(({ status }) => !from.includes(status));
  if (ended) throw new Error(`${ended.id} is ${ended.status} already.`);
  const ids = payouts.map(({ id }) => id);
  const marked = await deps.db.transaction().execute((trx) => endPayouts(trx, ids, outcome, deps.clock()));
  for (const batchId of new Set(payouts.map((payout) => payout.batchId ?? ''))) {
    await endBatchWhenSettled(deps, batchId);
  }
  return marked;
}

function findPayouts({ db }: AffiliateDeps, { batchId, payoutIds }: Named) {
  return db
    .selectFrom('payouts')
    .innerJoin('payoutBatches', 'payoutBatches.id', 'payouts.batchId')
    .select(['payouts.id', 'payouts.status', 'payouts.batchId'])
    .select(['payoutBatches.method', 'payoutBatches.status as batchStatus', 'payoutBatches.createdAt'])
    .$if(batchId !== undefined, (query) => query.where('payouts.batchId', '=', batchId ?? ''))
    .$if(payoutIds !== undefined, (query) => query.where('payouts.id', 'in', payoutIds ?? []))
    .execute();
}

interface Left {
  method: PayoutBatchesTable['method'];
  batchStatus: PayoutBatchesTable['status'];
  createdAt: Date;
}

/** Returns whether PayPal will still report the payout's outcome. */
function isWithPaypal({ paypal, clock }: AffiliateDeps, { method, batchStatus, createdAt }: Left): boolean {
  if (method !== 'paypal' || !paypal || batchStatus === 'done') return false;
  const ageMs = clock().getTime() - createdAt.getTime();
  return ageMs <= silentMs && !(batchStatus === 'sending' && isTooOldToSend(createdAt, clock()));
}
