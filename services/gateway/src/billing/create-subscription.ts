import { createSubscriptionBody, type SubscriptionSetup } from '@gossamer/contracts/billing';
import type { FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import type { Member } from '../http/identity/identity.ts';
import { parseBody } from '../http/parse-body.ts';
import { countAttempt } from '../limits/attempts.ts';
import { applyPlan } from './apply-plan.ts';
import { addressPromoCodes, memberSubscriptions } from './attempt-limits.ts';
import { requireBilling } from './require-billing.ts';

/**
 * Starts a member's subscription, or continues an incomplete subscription.
 * @throws AppError `invalid_promo_code`, `too_many_attempts`, and errors from the billing service
 */
export async function createSubscription(
  deps: GatewayDeps,
  { account, owner }: Member,
  { id: requestId, body, addressSubject }: Pick<FastifyRequest, 'id' | 'body' | 'addressSubject'>,
): Promise<SubscriptionSetup> {
  const billing = requireBilling(deps);
  const { promoCode } = parseBody(createSubscriptionBody, body ?? {});
  const limits = [memberSubscriptions(owner)];
  // An empty promo code removes the promotion, so it does not count as an attempt to guess a code.
  if (promoCode) limits.push(addressPromoCodes(addressSubject));
  await countAttempt(deps, limits);
  const setup = await billing.createSubscription({ requestId, account }, promoCode);
  await applyPlan(deps.db, account.id, setup);
  return setup;
}
