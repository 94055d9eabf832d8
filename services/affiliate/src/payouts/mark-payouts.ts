import type { AffiliateDeps } from '../deps.ts';
import { isTooOldToSend } from './send-payouts.ts';
import { endBatchWhenSettled, type Outcome, settlePayout } from './settle-payout.ts';

/** Which payouts the operator speaks of: a whole batch, or single ones. */
export interface Named {
  batchId?: string | undefined;
  payoutIds?: string[] | undefined;
}

/**
 * Ends payouts by the operator's word: those that left as a file, and those that PayPal's API can no longer tell about.
 * All of them or none. @throws Error that names the first that cannot be marked
 */
export async function markPayouts(deps: AffiliateDeps, named: Named, outcome: Outcome): Promise<number> {
  const payouts = await deps.db
    .selectFrom('payouts')
    .innerJoin('payoutBatches', 'payoutBatches.id', 'payouts.batchId')
    .select(['payouts.id', 'payouts.status', 'payouts.batchId'])
    .select(['payoutBatches.method', 'payoutBatches.status as batchStatus', 'payoutBatches.createdAt'])
    .$if(named.batchId !== undefined, (query) => query.where('payouts.batchId', '=', named.batchId ?? ''))
    .$if(named.payoutIds !== undefined, (query) => query.where('payouts.id', 'in', named.payoutIds ?? []))
    .execute();
  const unknown = named.payoutIds?.find((id) => payouts.every((payout) => payout.id !== id));
  if (unknown) throw new Error(`There is no payout ${unknown} that has left.`);
  if (payouts.length === 0) throw new Error(`There is no batch ${named.batchId} with payouts.`);
  const now = deps.clock();
  const automatic = payouts.find(
    ({ method, batchStatus, createdAt }) =>
      method === 'paypal' && !(batchStatus === 'sending' && isTooOldToSend(createdAt, now)),
  );
  if (automatic) throw new Error(`${automatic.id} is with PayPal, which tells by itself what becomes of it.`);
  let marked = 0;
  for (const { id } of payouts) if (await settlePayout(deps, id, outcome)) marked += 1;
  for (const batchId of new Set(payouts.map((payout) => payout.batchId ?? ''))) {
    await endBatchWhenSettled(deps, batchId);
  }
  return marked;
}
