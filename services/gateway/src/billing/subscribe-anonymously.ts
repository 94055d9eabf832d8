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

/**
 * Functions that create accounts and sessions for `subscribeAnonymously`. They are passed in because the billing code
 * does not depend on the accounts code.
 */
export interface Entrance {
  /**
   * Counts a sign-up against the limit of the visitor's network.
   * @throws AppError `too_many_attempts`
   */
  countSignup(request: FastifyRequest): Promise<void>;
  /** Creates the account or logs in to it. The session cookie is set even if the request fails later. */
  enter(
    request: FastifyRequest,
    reply: FastifyReply,
    given: z.output<typeof anonymousSubscriptionBody>,
  ): Promise<AccountRow>;
}

/**
 * Creates an account and a subscription for a visitor from one form. All fields are validated before the account is
 * created. If creating the subscription fails, the visitor has an account and can retry as a member.
 * @throws AppError the error code of an invalid field, `email_taken`, `too_many_attempts`, and the errors of billing
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
