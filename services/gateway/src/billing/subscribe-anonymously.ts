import { anonymousSubscriptionBody, type SubscriptionSetup } from '@gossamer/contracts/billing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AccountRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { parseBody } from '../http/parse-body.ts';
import { countAttempt } from '../limits/attempts.ts';
import { applyPlan } from './apply-plan.ts';
import { addressPromoCodes } from './attempt-limits.ts';
import { requireBilling } from './require-billing.ts';

/** Creates accounts and sessions for `subscribeAnonymously`, because billing does not know accounts. */
export interface Entrance {
  /**
   * Counts a sign-up from the visitor's network.
   * @throws AppError `too_many_attempts`
   */
  countSignup(request: FastifyRequest): Promise<void>;
  /** Creates the account or logs in to it. The reply gets the session cookie even if the request fails afterwards. */
  enter(
    request: FastifyRequest,
    reply: FastifyReply,
    given: z.output<typeof anonymousSubscriptionBody>,
  ): Promise<AccountRow>;
}

/**
 * Creates a visitor's account and subscription from one form. All fields are validated before the account is created.
 * If the subscription then fails, the visitor has an account and can retry as a member.
 * @throws AppError a field's own code, `email_taken`, `too_many_attempts`, and the errors of billing
 */
export async function subscribeAnonymously(
  deps: GatewayDeps,
  entrance: Entrance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SubscriptionSetup> {
  const billing = requireBilling(deps);
  const { promoCode, ...given } = parseBody(anonymousSubscriptionBody, request.body);
  await entrance.countSignup(request);
  if (promoCode !== undefined) {
    await countAttempt(deps, [addressPromoCodes(request.addressSubject)]);
    await billing.findPromotion({ requestId: request.id }, promoCode);
  }
  const account = await entrance.enter(request, reply, given);
  const setup = await billing.createSubscription({ requestId: request.id, account }, promoCode);
  await applyPlan(deps.db, account.id, setup);
  return setup;
}
