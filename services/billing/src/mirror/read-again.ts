import type { BillingDeps } from '../deps.ts';
import { readAndApply } from './read-and-apply.ts';
import { tidyUp } from './tidy-up.ts';

/** Reads a subscription from Stripe, stores it, and ends all of the account's subscriptions that must not continue. */
export async function readAgain(deps: BillingDeps, subscriptionId: string): Promise<void> {
  for (const accountId of await readAndApply(deps, subscriptionId)) await tidyUp(deps, accountId);
}
