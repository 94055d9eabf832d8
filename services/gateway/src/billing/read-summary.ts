import type { BillingSummary } from '@gossamer/contracts/billing';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { requireBilling } from './require-billing.ts';

/**
 * Returns the state of a member's subscription. Whether a refund was requested is the gateway's data: billing records a
 * request before its mails are written, and a request without mails must be possible again.
 * @throws AppError billing's errors
 */
export async function readSummary(
  deps: GatewayDeps,
  { account }: Member,
  requestId: string,
): Promise<BillingSummary> {
  const summary = await requireBilling(deps).readSummary({ requestId, account });
  // Only an account's first payment can be refunded, so any request of the account is about that one. No request is
  // pending after the refund or the refund period.
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
