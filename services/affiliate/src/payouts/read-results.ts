import type { PayoutBatchRow } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import type { ItemResult, Paypal } from '../paypal/paypal.ts';
import { allOf } from './all-of.ts';
import { rejectBatch } from './send-payouts.ts';
import { endBatchWhenSettled, settlePayout } from './settle-payout.ts';

/** Reads the results of pending payouts from PayPal. PayPal returns unclaimed payouts after 30 days. */
export async function readResults(deps: AffiliateDeps, paypal: Paypal): Promise<void> {
  const batches = await deps.db
    .selectFrom('payoutBatches')
    .selectAll()
    .where('method', '=', 'paypal')
    .where('status', '=', 'sent')
    .orderBy('createdAt')
    .execute();
  await allOf(batches, (batch) => readResult(deps, paypal, batch));
}

async function readResult(deps: AffiliateDeps, paypal: Paypal, batch: PayoutBatchRow): Promise<void> {
  if (batch.paypalBatchId === null) throw new Error(`batch ${batch.id} was sent but has no PayPal batch ID`);
  const result = await paypal.readBatch(batch.paypalBatchId);
  const ours = await payoutIdsOf(deps, batch.id);
  const items = result.items.filter(({ payoutId }) => ours.has(payoutId));
  if (result.outcome === 'denied') {
    deps.logger.error({ batchId: batch.id, status: result.status }, 'paypal denied payout batch');
    // A denied batch should contain no paid payouts. If it contains any, settle them, so that they are not paid again.
    await allOf(items.filter(isPaid), (item) => settleItem(deps, item));
    return rejectBatch(deps, batch.id, `PayPal: ${result.status}`);
  }
  for (const item of items) await settleItem(deps, item);
  await endBatchWhenSettled(deps, batch.id);
}

const isPaid = ({ outcome }: ItemResult) => outcome === 'paid';

async function payoutIdsOf({ db }: AffiliateDeps, batchId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('payouts').select('id').where('batchId', '=', batchId).execute();
  return new Set(rows.map(({ id }) => id));
}

async function settleItem(deps: AffiliateDeps, item: ItemResult): Promise<void> {
  if (item.outcome === 'inProgress') return;
  if (item.outcome === 'paid') {
    await settlePayout(deps, item.payoutId, { status: 'paid', reference: item.paypalItemId });
    return;
  }
  const reason = `PayPal: ${item.reason ?? item.status}`;
  if (await settlePayout(deps, item.payoutId, { status: 'failed', reason }))
    deps.logger.warn({ payoutId: item.payoutId, reason }, 'paypal returned payout');
}
