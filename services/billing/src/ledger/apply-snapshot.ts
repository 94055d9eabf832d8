import { publish } from '@gossamer/service-kit/events/outbox';
import { sql, type Transaction } from 'kysely';
import type { BillingTables, PaymentRow, SubscriptionRow } from '../db/schema.ts';
import { takenBackCents } from './entitlement.ts';
import { settlePlan } from './settle-plan.ts';
import type { Snapshot } from './snapshot.ts';

type Trx = Transaction<BillingTables>;

/**
 * Writes down what was read from Stripe, unless something newer was, and tells the other services what has changed by it.
 * Whoever writes holds the account, so that a plan always follows from all that is written. Returns the accounts.
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
  for (const accountId of accountIds) await settlePlan(trx, accountId, now);
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
          // The first unpaid renewal counts, not the last.
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
  const { invoiceId, refundedCents, disputeStatus, ticket } = payment;
  await trx
    .updateTable('payments')
    .set({ refundedCents, disputeStatus, ticket, version })
    .where('invoiceId', '=', invoiceId)
    .execute();
  if (isNews) await publishTakenBack(trx, payment, version);
}

async function writeNewPayment(trx: Trx, payment: Omit<PaymentRow, 'version'>): Promise<void> {
  const { invoiceId: paymentId, accountId, amountCents, currency } = payment;
  const isTaken = takenBackCents(payment) > 0;
  await trx
    .insertInto('payments')
    .values({ ...payment, version: isTaken ? 2 : 1 })
    .execute();
  await publish(trx, 'payment.succeeded', {
    ...{ key: paymentId, version: 1 },
    payload: { paymentId, accountId, amountCents, currency },
  });
  if (isTaken) await publishTakenBack(trx, payment, 2);
}

/** Says how much of a payment is gone, all in all; 0 again when a dispute was won. */
async function publishTakenBack(
  trx: Trx,
  payment: Omit<PaymentRow, 'version'>,
  version: number,
): Promise<void> {
  const { invoiceId: paymentId, accountId, amountCents } = payment;
  await publish(trx, 'payment.refunded', {
    ...{ key: paymentId, version },
    payload: { paymentId, accountId, amountCents, refundedCents: takenBackCents(payment) },
  });
}
