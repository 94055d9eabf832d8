import type { PayoutBatchesTable, PayoutBatchRow } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { newId } from '../ledger/new-id.ts';

/**
 * Maximum number of payouts per batch. PayPal accepts 5,000 in a file and 15,000 through its API
 * (developer.paypal.com/docs/payouts).
 */
const maxPayouts = 1_000;

/**
 * Assigns open payouts without a batch to a new batch. After that, they can be sent only with this batch. `status` is
 * `sending` if the batch will be submitted to PayPal. Returns undefined if no payout is open.
 */
export async function makeBatch(
  { db, clock }: AffiliateDeps,
  method: PayoutBatchesTable['method'],
  status: 'sending' | 'sent',
): Promise<PayoutBatchRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom('payouts')
      .select('id')
      .where('status', '=', 'open')
      .where('batchId', 'is', null)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(maxPayouts)
      .forUpdate()
      .skipLocked()
      .execute();
    if (open.length === 0) return undefined;
    const now = clock();
    const batch = await trx
      .insertInto('payoutBatches')
      .values({ id: newId('pb'), method, status, createdAt: now, updatedAt: now })
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('payouts')
      .set({ batchId: batch.id, ...(status === 'sent' && { status }) })
      .where(
        'id',
        'in',
        open.map(({ id }) => id),
      )
      .execute();
    return batch;
  });
}
