import { sql } from 'kysely';
import type { PaymentRow } from '../db/schema.ts';
import type { BillingDeps } from '../deps.ts';

/** The payments of an account, named by its id or its address, the newest first. */
export function findPayments(
  { db }: BillingDeps,
  { email, accountId }: { email: string | undefined; accountId: string | undefined },
): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .innerJoin('accounts', 'accounts.accountId', 'payments.accountId')
    .selectAll('payments')
    .where((where) =>
      where.or([
        where('accounts.accountId', '=', accountId ?? ''),
        where(sql`lower(accounts.email)`, '=', (email ?? '').toLowerCase()),
      ]),
    )
    .orderBy('payments.paidAt', 'desc')
    .execute();
}

/** A payment as one line for the operator. */
export function describePayment(payment: PaymentRow): string {
  const { invoiceId, paidAt, amountCents, refundedCents, currency, disputeStatus } = payment;
  const money = (cents: number) => `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
  const back = refundedCents > 0 ? `, ${money(refundedCents)} paid back` : '';
  const dispute = disputeStatus ? `, dispute ${disputeStatus}` : '';
  return `${paidAt.toISOString().slice(0, 10)}  ${invoiceId}  ${money(amountCents)}${back}${dispute}`;
}
