import type { Transaction } from 'kysely';
import type { AffiliateTables, PayoutBatchRow } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import type { CreatedBatch, Paypal } from '../paypal/paypal.ts';
import { allOf } from './all-of.ts';
import { makeBatch } from './make-batch.ts';
import { endBatchWhenSettled, endPayouts } from './settle-payout.ts';

type Trx = Transaction<AffiliateTables>;

const dayMs = 24 * 3_600_000;
/**
 * Maximum age in milliseconds of a batch that may be resubmitted. PayPal remembers batch ids for 30 days and would pay
 * a resubmitted batch again after that.
 */
const knownAgainMs = 25 * dayMs;
/** Time in ms to wait before the next batch after PayPal has rejected one, usually because of insufficient funds. */
const restMs = dayMs;

/**
 * Submits open payouts to PayPal. Safe to interrupt and to run concurrently: no payout is in two batches, and after a
 * lost response the batch is resubmitted with the same id, for which PayPal pays only once.
 * @throws PaypalUnavailable if it is unknown whether a batch was accepted
 */
export async function sendPayouts(deps: AffiliateDeps, paypal: Paypal): Promise<void> {
  await allOf([resend, sendNew], (send) => send(deps, paypal));
}

async function resend(deps: AffiliateDeps, paypal: Paypal): Promise<void> {
  await allOf(await findUnsent(deps), (batch) => handOver(deps, paypal, batch));
}

async function sendNew(deps: AffiliateDeps, paypal: Paypal): Promise<void> {
  while (!(await isResting(deps))) {
    const batch = await makeBatch(deps, 'paypal', 'sending');
    if (!batch) return;
    await handOver(deps, paypal, batch);
  }
}

async function findUnsent({ db }: AffiliateDeps): Promise<PayoutBatchRow[]> {
  return db
    .selectFrom('payoutBatches')
    .selectAll()
    .where('method', '=', 'paypal')
    .where('status', '=', 'sending')
    .orderBy('createdAt')
    .execute();
}

async function isResting({ db, clock }: AffiliateDeps): Promise<boolean> {
  const rejected = await db
    .selectFrom('payoutBatches')
    .select('id')
    .where('status', '=', 'rejected')
    .where('updatedAt', '>', new Date(clock().getTime() - restMs))
    // Ignore batches that were rejected because of invalid addresses (no `reason`). Their other payouts are sent again
    // immediately.
    .where('reason', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return rejected !== undefined;
}

/**
 * Returns whether PayPal may have forgotten the batch id. If so, only the operator can check whether the batch was
 * paid.
 */
export function isTooOldToSend(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > knownAgainMs;
}

async function handOver(deps: AffiliateDeps, paypal: Paypal, batch: PayoutBatchRow): Promise<void> {
  if (isTooOldToSend(batch.createdAt, deps.clock())) {
    deps.logger.error({ batchId: batch.id }, 'skipped payout batch: too old to resend; look it up in paypal');
    return;
  }
  const payouts = await deps.db
    .selectFrom('payouts')
    .select(['id', 'payoutEmail', 'amountCents', 'period'])
    .where('batchId', '=', batch.id)
    // Skip payouts that the operator has already settled. Include the status `sent`, because another process may have
    // submitted the batch.
    .where('status', 'in', ['open', 'sent'])
    .orderBy('id')
    .execute();
  if (payouts.length === 0) return endBatchWhenSettled(deps, batch.id);
  const created = await paypal.createBatch(
    batch.id,
    payouts.map(({ id, payoutEmail, amountCents, period }) => ({
      payoutId: id,
      email: payoutEmail,
      amountCents,
      note: `Gossamer affiliate commissions, ${period.slice(0, 7)}`,
    })),
  );
  if (created.kind === 'created') await noteSent(deps, batch.id, created.paypalBatchId);
  else await noteRefused(deps, batch.id, created);
}

async function noteSent(deps: AffiliateDeps, batchId: string, paypalBatchId: string): Promise<void> {
  const { db, clock, logger } = deps;
  await db.transaction().execute(async (trx) => {
    const sent = await trx
      .updateTable('payoutBatches')
      .set({ status: 'sent', paypalBatchId, updatedAt: clock() })
      .where('id', '=', batchId)
      .where('status', '=', 'sending')
      .returning('id')
      .executeTakeFirst();
    if (sent) {
      await trx
        .updateTable('payouts')
        .set({ status: 'sent' })
        .where('batchId', '=', batchId)
        .where('status', '=', 'open')
        .execute();
      return;
    }
    const { status } = await trx
      .selectFrom('payoutBatches')
      .select('status')
      .where('id', '=', batchId)
      .executeTakeFirstOrThrow();
    if (status === 'rejected')
      logger.error(
        { batchId, paypalBatchId },
        'paypal accepted a payout batch that was recorded as rejected; manual review required',
      );
  });
}

/** Handles a rejected batch. Payouts with invalid addresses fail; all others are sent with a new batch. */
async function noteRefused(
  deps: AffiliateDeps,
  batchId: string,
  { faultyPayoutIds, reason }: Extract<CreatedBatch, { kind: 'refused' }>,
): Promise<void> {
  deps.logger.error({ batchId, faultyPayoutIds, reason }, 'paypal rejected payout batch');
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    // Use one transaction, because a batch must not be resubmitted under the same id once some of its payouts have
    // failed.
    if (!(await noteRejected(trx, batchId, faultyPayoutIds.length > 0 ? null : reason, now))) return;
    await endPayouts(trx, faultyPayoutIds, { status: 'failed', reason }, now);
    await openAgain(trx, batchId);
  });
}

/** Rejects a batch and makes its unpaid payouts available for a new one. A `reason` delays the next batch. */
export async function rejectBatch(
  { db, clock }: AffiliateDeps,
  batchId: string,
  reason: string | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await noteRejected(trx, batchId, reason, clock())) await openAgain(trx, batchId);
  });
}

/** Marks a batch as rejected. Returns false if another process has already changed its status. */
async function noteRejected(trx: Trx, batchId: string, reason: string | null, now: Date): Promise<boolean> {
  const rejected = await trx
    .updateTable('payoutBatches')
    .set({ status: 'rejected', reason, updatedAt: now })
    .where('id', '=', batchId)
    .where('status', 'in', ['sending', 'sent'])
    .returning('id')
    .executeTakeFirst();
  return rejected !== undefined;
}

async function openAgain(trx: Trx, batchId: string): Promise<void> {
  await trx
    .updateTable('payouts')
    .set({ status: 'open', batchId: null })
    .where('batchId', '=', batchId)
    .where('status', 'in', ['open', 'sent'])
    .execute();
}
