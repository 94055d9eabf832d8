import type { SubscriptionSummary } from '@gossamer/contracts/billing';
import type { SubscriptionRow } from '../db/schema.ts';
import type { BillingDeps } from '../deps.ts';
import { customerIdOf } from '../mirror/accounts.ts';
import { graceEndOf } from '../mirror/entitlement.ts';
import { liveStatuses } from '../mirror/live-statuses.ts';
import { findRefundable } from '../mirror/refundable.ts';

/**
 * Returns a member's subscription from the subscription mirror (billing's copy of the Stripe data), so that the page
 * does not wait for Stripe.
 */
export async function readSummary(deps: BillingDeps, accountId: string): Promise<SubscriptionSummary> {
  const rows = await deps.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .execute();
  const current = rows.find(({ status }) => liveStatuses.includes(status)) ?? rows[0];
  const refundable = await findRefundable(deps, accountId);
  return {
    ...subscriptionPart(current),
    hasPortal: deps.config.stripe !== undefined && (await customerIdOf(deps, accountId)) !== null,
    refundableUntil: refundable?.until.toISOString() ?? null,
  };
}

function subscriptionPart(current: SubscriptionRow | undefined) {
  const isLive = current !== undefined && liveStatuses.includes(current.status);
  return {
    subscriptionStatus: current?.status ?? null,
    currentPeriodEndsAt: isLive ? (current.cancelAt ?? current.currentPeriodEndsAt).toISOString() : null,
    isCanceled: isLive && current.cancelAt !== null,
    graceEndsAt: (current && graceEndOf(current)?.toISOString()) ?? null,
  };
}
