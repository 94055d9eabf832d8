import { refundDays, type refundRequestFacts } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { z } from 'zod';
import type { BillingDeps } from '../deps.ts';
import { findRefundable } from '../mirror/refundable.ts';

/**
 * Stores a member's refund request and returns the details for the support team. The operation is idempotent, and the
 * gateway emails the support team only once.
 * @throws AppError `refund_not_possible`
 */
export async function requestRefund(
  deps: BillingDeps,
  accountId: string,
): Promise<z.output<typeof refundRequestFacts>> {
  const { db } = deps;
  const refundable = await findRefundable(deps, accountId);
  const account = await db
    .selectFrom('accounts')
    .select('stripeCustomerId')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!refundable || !account?.stripeCustomerId)
    throw new AppError('refund_not_possible', { details: { days: refundDays } });
  const { invoiceId, paymentIntentId, amountCents, currency, paidAt } = refundable.payment;
  await db
    .insertInto('refundRequests')
    .values({ invoiceId, accountId })
    .onConflict((conflict) => conflict.column('invoiceId').doNothing())
    .execute();
  const customerId = account.stripeCustomerId;
  return { invoiceId, paymentIntentId, customerId, amountCents, currency, paidAt: paidAt.toISOString() };
}
