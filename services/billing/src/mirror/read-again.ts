import type { BillingDeps } from '../deps.ts';
import { readAndApply } from './read-and-apply.ts';
import { tidyUp } from './tidy-up.ts';

/** Reads a subscription from Stripe, writes it down, and sees to what follows from it. */
export async function readAgain(deps: BillingDeps, subscriptionId: string): Promise<void> {
  for (const accountId of await readAndApply(deps, subscriptionId)) await tidyUp(deps, accountId);
}
