import { publish } from '@gossamer/service-kit/events/outbox';
import { sql, type Transaction } from 'kysely';
import type { BillingTables, PaymentRow, SubscriptionRow } from '../db/schema.ts';
import type { Snapshot } from './snapshot.ts';
import { takenBackCents } from './taken-back.ts';
import { updatePlan } from './update-plan.ts';

type Trx = Transaction<BillingTables>;

/**
 * Stores a snapshot (data read from Stripe) unless a newer one is stored, and publishes the changes. Locks the affected
 * accounts, so that their plans are calculated from all stored data. Returns the ids of the affected accounts.
 */
export async function applySnapshot(trx: Trx, snapshot: Snapshot, now: Date): Promise<string[]> {
  const { subscriptions, payments } = snapshot;
  const accountIds = [...new Set([...subscriptions, ...payments].map(({ accountId }) => accountId))].sort();
  for (const accountId of accountIds) {
    await trx
      .selectFrom('accounts')
      .select('accountId')
      .where('accountId', '=', accountId)
      .forUpdate()
      .execute();
  }
  for (const subscription of subscriptions) await writeSubscription(trx, subscription);
  for (const payment of payments) await writePayment(trx, payment);
  for (const accountId of accountIds) await updatePlan(trx, accountId, now);
  return accountIds;
}

async function writeSubscription(trx: Trx, subscription: SubscriptionRow): Promise<void> {
  const { id, ...read } = subscription;
  await trx
    .insertInto('subscriptions')
    .values(subscription)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({
          ...read,
          // Keep the due date of the first unpaid renewal, even if a later renewal is unpaid as well.
          pastDueSince:
            read.pastDueSince && sql`coalesce(subscriptions.past_due_since, ${read.pastDueSince})`,
        })
        .where('subscriptions.ticket', '<', read.ticket),
    )
    .execute();
}

async function writePayment(trx: Trx, payment: Omit<PaymentRow, 'version'>): Promise<void> {
  const known = await trx
    .selectFrom('payments')
    .selectAll()
    .where('invoiceId', '=', payment.invoiceId)
    .executeTakeFirst();
  if (!known) return writeNewPayment(trx, payment);
  if (Number(known.ticket) >= payment.ticket) return;
  const isNews = takenBackCents(known) !== takenBackCents(payment);
  const version = known.version + (isNews ? 1 : 0);
  const { refundedCents, disputeStatus, ticket } = payment;
  // Keep the stored card fingerprint, because a payment's fingerprint never changes.
  const cardFingerprint = known.cardFingerprint ?? payment.cardFingerprint;
  const changed = { refundedCents, disputeStatus, cardFingerprint, ticket, version };
  await trx.updateTable('payments').set(changed).where('invoiceId', '=', known.invoiceId).execute();
  if (isNews) await publishTakenBack(trx, { ...known, ...changed }, version);
}

async function writeNewPayment(trx: Trx, payment: Omit<PaymentRow, 'version'>): Promise<void> {
  const isTaken = takenBackCents(payment) > 0;
  await trx
    .insertInto('payments')
    .values({ ...payment, version: isTaken ? 2 : 1 })
    .execute();
  await publish(trx, 'payment.succeeded', {
    key: payment.invoiceId,
    version: 1,
    payload: payloadOf(payment),
  });
  if (isTaken) await publishTakenBack(trx, payment, 2);
}

/** Publishes the refunded or disputed amount of a payment. The amount returns to 0 if a dispute is won. */
async function publishTakenBack(
  trx: Trx,
  payment: Omit<PaymentRow, 'version'>,
  version: number,
): Promise<void> {
  await publish(trx, 'payment.refunded', {
    key: payment.invoiceId,
    version,
    payload: { ...payloadOf(payment), refundedCents: takenBackCents(payment) },
  });
}

/** Returns the fields that are part of every payment fact (domain event), so that each fact is self-contained. */
function payloadOf(payment: Omit<PaymentRow, 'version'>) {
  const { invoiceId: paymentId, accountId, amountCents, currency, paidAt, cardFingerprint } = payment;
  return { paymentId, accountId, amountCents, currency, paidAt: paidAt.toISOString(), cardFingerprint };
}
