import { refundDays } from '@gossamer/contracts/billing';
import type { PaymentRow } from '../db/schema.ts';
import type { BillingDeps } from '../deps.ts';
import { takenBackCents } from './taken-back.ts';

const guaranteeMs = refundDays * 24 * 3_600_000;

/**
 * Returns the account's first payment if it is covered by the money-back guarantee, which applies for `refundDays` days
 * unless part of the payment was refunded.
 */
export async function findRefundable(
  { db, clock }: BillingDeps,
  accountId: string,
): Promise<{ payment: PaymentRow; until: Date } | undefined> {
  const first = await db
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('paidAt')
    .limit(1)
    .executeTakeFirst();
  if (!first || takenBackCents(first) > 0) return undefined;
  const until = new Date(first.paidAt.getTime() + guaranteeMs);
  return until > clock() ? { payment: first, until } : undefined;
}
