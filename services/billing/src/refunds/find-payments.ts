import { sql } from 'kysely';
import type { PaymentRow } from '../db/schema.ts';
import type { BillingDeps } from '../deps.ts';

export interface FoundPayment extends PaymentRow {
  isRequested: boolean;
}

/**
 * Returns all payments of an account, newest first, and whether a refund was requested. The account is found by its id
 * or email address.
 */
export async function findPayments(
  { db }: BillingDeps,
  { email, accountId }: { email: string | undefined; accountId: string | undefined },
): Promise<FoundPayment[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('accounts', 'accounts.accountId', 'payments.accountId')
    .leftJoin('refundRequests', 'refundRequests.invoiceId', 'payments.invoiceId')
    .selectAll('payments')
    .select('refundRequests.requestedAt')
    .where((where) =>
      where.or([
        where('accounts.accountId', '=', accountId ?? ''),
        where(sql`lower(accounts.email)`, '=', (email ?? '').toLowerCase()),
      ]),
    )
    .orderBy('payments.paidAt', 'desc')
    .execute();
  return rows.map(({ requestedAt, ...payment }) => ({ ...payment, isRequested: requestedAt !== null }));
}

/**
 * Returns the payment to refund by default: the payment whose refund was requested, otherwise the only payment that is
 * not refunded. Returns undefined if the choice is ambiguous.
 */
export function choosePayment(payments: FoundPayment[]): FoundPayment | undefined {
  const left = payments.filter(({ refundedCents, amountCents }) => refundedCents < amountCents);
  const requested = left.filter(({ isRequested }) => isRequested);
  const [chosen, ...others] = requested.length > 0 ? requested : left;
  return others.length === 0 ? chosen : undefined;
}

/** Formats a payment as one line for the operator. */
export function describePayment(payment: FoundPayment): string {
  const { accountId, invoiceId, paidAt, amountCents, refundedCents, currency, disputeStatus } = payment;
  const money = (cents: number) => `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
  return [
    `${paidAt.toISOString().slice(0, 10)}  account ${accountId}  ${invoiceId}  ${money(amountCents)}`,
    ...(payment.isRequested ? ['refund requested'] : []),
    ...(refundedCents > 0 ? [`${money(refundedCents)} refunded`] : []),
    ...(disputeStatus ? [`dispute ${disputeStatus}`] : []),
  ].join(', ');
}
