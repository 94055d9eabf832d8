import type { BillingSummary } from '@gossamer/contracts/billing';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { requireBilling } from './require-billing.ts';

/**
 * Returns the state of a member's subscription. The gateway's own table determines whether a refund was requested.
 * Billing's record is not used, because billing records a request before the gateway stores its emails, and a request
 * whose emails were not stored must be repeatable.
 * @throws AppError the errors of billing
 */
export async function readSummary(
  deps: GatewayDeps,
  { account }: Member,
  requestId: string,
): Promise<BillingSummary> {
  const summary = await requireBilling(deps).readSummary({ requestId, account });
  // Only the first payment of an account is refundable, so every refund request is for that payment. The request is no
  // longer shown after the refund or the end of the refund period.
  const isRefundRequested = summary.refundableUntil !== null && (await hasAsked(deps, account.id));
  return { ...summary, isRefundRequested };
}

async function hasAsked({ db }: GatewayDeps, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom('refundRequests')
    .select('invoiceId')
    .where('accountId', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
