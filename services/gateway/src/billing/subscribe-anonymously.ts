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

/** How a visitor becomes a member, which is not billing's to know. */
export interface Entrance {
  /** Counts a sign-up of the visitor's address. @throws AppError `too_many_attempts` */
  countSignup(request: FastifyRequest): Promise<void>;
  /** Makes the account, or logs in to it; its session goes with the reply, also when that becomes an error. */
  enter(
    request: FastifyRequest,
    reply: FastifyReply,
    given: z.output<typeof anonymousSubscriptionBody>,
  ): Promise<AccountRow>;
}

/**
 * A visitor's account and subscription by one form. What can be refused without an account is refused before there is
 * one; when the subscription fails after it, the visitor is a member and goes on as one.
 * @throws AppError a field's own code, `email_taken`, `too_many_attempts`, and what billing refuses
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
