import { setTimeout as sleep } from 'node:timers/promises';
import type { billingConfirmation } from '@gossamer/contracts/billing';
import type { z } from 'zod';
import type { BillingDeps } from '../deps.ts';
import { planStateOf } from '../ledger/accounts.ts';
import { liveStatuses } from '../ledger/entitlement.ts';
import { readAgain } from '../ledger/read-again.ts';

/** Stripe needs a moment between taking a payment and activating what it was for. */
const attempts = 5;
const pauseMs = 400;

/** Reads an account's newest subscription from Stripe, right after a payment, without waiting for the webhook. */
export async function confirm(
  deps: BillingDeps,
  accountId: string,
): Promise<z.output<typeof billingConfirmation>> {
  const customerId = await customerIdOf(deps, accountId);
  if (!customerId) return { subscriptionStatus: null, ...(await planStateOf(deps, accountId)) };
  for (let attempt = 1; ; attempt += 1) {
    const { data } = await deps
      .stripe()
      .subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
    const subscription = data.find(({ status }) => liveStatuses.includes(status)) ?? data[0];
    if (subscription) await readAgain(deps, subscription.id);
    if (subscription?.status !== 'incomplete' || attempt === attempts) {
      return { subscriptionStatus: subscription?.status ?? null, ...(await planStateOf(deps, accountId)) };
    }
    await sleep(pauseMs);
  }
}

/** Null for an account that never wished to pay. */
export async function customerIdOf({ db }: BillingDeps, accountId: string): Promise<string | null> {
  const account = await db
    .selectFrom('accounts')
    .select('stripeCustomerId')
    .where('accountId', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return account?.stripeCustomerId ?? null;
}
