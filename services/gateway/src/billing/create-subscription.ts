import { createSubscriptionBody, type SubscriptionSetup } from '@gossamer/contracts/billing';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../identity/identity.ts';
import { countAttempt } from '../limits/attempts.ts';
import { parseBody } from '../parse-body.ts';
import { applyPlan } from './apply-plan.ts';
import { memberSubscriptions } from './attempt-limits.ts';
import { requireBilling } from './require-billing.ts';

/**
 * Begins a member's subscription, or goes on with the one that was begun.
 * @throws AppError `invalid_promo_code`, `too_many_attempts`, and what billing refuses
 */
export async function createSubscription(
  deps: GatewayDeps,
  { account, owner }: Member,
  requestId: string,
  body: unknown,
): Promise<SubscriptionSetup> {
  const billing = requireBilling(deps);
  const { promoCode } = parseBody(createSubscriptionBody, body ?? {});
  await countAttempt(deps, [memberSubscriptions(owner)]);
  const setup = await billing.createSubscription({ requestId, account }, promoCode);
  await applyPlan(deps.db, account.id, setup);
  return setup;
}
