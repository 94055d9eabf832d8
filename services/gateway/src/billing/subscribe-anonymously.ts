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

/** Turns a visitor into a member; accounts are outside billing's scope. */
export interface Entrance {
  /** Counts a sign-up of the visitor's address. @throws AppError `too_many_attempts` */
  countSignup(request: FastifyRequest): Promise<void>;
  /** Creates the account or logs in to it; the session cookie is set on the reply, even if that becomes an error. */
  enter(
    request: FastifyRequest,
    reply: FastifyReply,
    given: z.output<typeof anonymousSubscriptionBody>,
  ): Promise<AccountRow>;
}

/**
 * Creates a visitor's account and subscription from one form. Everything that can be validated without an account is
 * validated before one is created; if the subscription then fails, the visitor is a member and can retry as one.
 * @throws AppError a field's own code, `email_taken`, `too_many_attempts`, and billing's errors
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
