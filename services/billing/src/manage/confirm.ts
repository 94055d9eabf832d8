import { setTimeout as sleep } from 'node:timers/promises';
import type { billingConfirmation } from '@gossamer/contracts/billing';
import type Stripe from 'stripe';
import type { z } from 'zod';
import type { BillingDeps } from '../deps.ts';
import { customerIdOf, planStateOf } from '../mirror/accounts.ts';
import { liveStatuses } from '../mirror/live-statuses.ts';
import { readAgain } from '../mirror/read-again.ts';
import { isMissing } from '../stripe/faults.ts';
import { isOurs } from '../stripe/metadata-tag.ts';

/**
 * Maximum number of attempts to read a subscription that is still incomplete. Stripe activates a subscription shortly
 * after the payment.
 */
const attempts = 5;
const pauseMs = 400;

/** Reads the newest subscription of an account from Stripe after a payment, without waiting for the webhook. */
export async function confirm(
  deps: BillingDeps,
  accountId: string,
): Promise<z.output<typeof billingConfirmation>> {
  const customerId = await customerIdOf(deps, accountId);
  const subscription = customerId ? await newestSettled(deps.stripe(), customerId) : undefined;
  if (subscription) await readAgain(deps, subscription.id);
  return { subscriptionStatus: subscription?.status ?? null, ...(await planStateOf(deps, accountId)) };
}

/**
 * Returns the account's newest subscription, after a short wait if it is still incomplete. Returns undefined if the
 * Stripe customer was deleted.
 */
async function newestSettled(stripe: Stripe, customer: string): Promise<Stripe.Subscription | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const { data } = await stripe.subscriptions
      .list({ customer, status: 'all', limit: 100 })
      .catch(emptyWhenMissing);
    const ours = data.filter(({ metadata }) => isOurs(metadata));
    const newest = ours.find(({ status }) => liveStatuses.includes(status)) ?? ours[0];
    if (newest?.status !== 'incomplete' || attempt === attempts) return newest;
    await sleep(pauseMs);
  }
}

function emptyWhenMissing(error: unknown): { data: Stripe.Subscription[] } {
  if (!isMissing(error)) throw error;
  return { data: [] };
}
