import type { PayoutBatchesTable } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { isTooOldToSend } from './send-payouts.ts';
import { endBatchWhenSettled, endPayouts, endsFrom, type Outcome } from './settle-payout.ts';

const dayMs = 24 * 3_600_000;
/** Age in ms after which PayPal reports no further results for a batch, because unclaimed money has been returned. */
const silentMs = 35 * dayMs;

/** Payouts specified by the operator: a batch or individual payouts. */
export interface Named {
  batchId?: string | undefined;
  payoutIds?: string[] | undefined;
}

/**
 * Settles payouts with an outcome that the operator reports. Allowed for payouts exported as a file, and for payouts
 * whose outcome PayPal will not report. For a batch, settles as many payouts as possible; for individual payouts, all
 * or none.
 * @throws Error that identifies a payout which cannot be settled
 */
export async function markPayouts(deps: AffiliateDeps, named: Named, outcome: Outcome): Promise<number> {
  const payouts = await findPayouts(deps, named);
  const unknown = named.payoutIds?.find((id) => payouts.every((payout) => payout.id !== id));
  if (unknown) throw new Error(`Payout ${unknown} does not exist or has not been sent.`);
  if (payouts.length === 0) throw new Error(`Batch ${named.batchId} does not exist or has no payouts.`);
  const automatic = payouts.find((payout) => isWithPaypal(deps, payout));
  if (automatic) throw new Error(`PayPal is processing payout ${automatic.id} and will report its outcome.`);
  const from: readonly string[] = endsFrom[outcome.status];
  const ended = named.payoutIds && payouts.find(({ status }) => !from.includes(status));
  if (ended) throw new Error(`Payout ${ended.id} is already ${ended.status}.`);
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

/** Returns whether PayPal is still expected to report the payout's outcome. */
function isWithPaypal({ paypal, clock }: AffiliateDeps, { method, batchStatus, createdAt }: Left): boolean {
  if (method !== 'paypal' || !paypal || batchStatus === 'done') return false;
  const ageMs = clock().getTime() - createdAt.getTime();
  return ageMs <= silentMs && !(batchStatus === 'sending' && isTooOldToSend(createdAt, clock()));
}
