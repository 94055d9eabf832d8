import type { BillingSummary } from '@gossamer/contracts/billing';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { requireBilling } from './require-billing.ts';

/**
 * How a member's subscription stands. Whether it was asked back is the gateway's to say: billing notes a request before
 * its mails are written, and one that nobody was told of must be made again.
 * @throws AppError what billing refuses
 */
export async function readSummary(
  deps: GatewayDeps,
  { account }: Member,
  requestId: string,
): Promise<BillingSummary> {
  const summary = await requireBilling(deps).readSummary({ requestId, account });
  // Only an account's first payment can be asked back, so any request of the account is about that one. Nothing is
  // under way any more once it was paid back, or the time for it is over.
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
