import { billingRequests } from '../../../lib/api-billing.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { pause } from '../../../lib/wait.ts';

/**
 * Milliseconds before each additional poll for the activation of Pro. The client stops polling after the last one, but
 * Stripe's webhook can still activate Pro.
 */
const delaysMs = [1_500, 3_000, 5_000, 8_000, 12_000];

type Options = {
  /** Called once if Pro is not active at the first poll. */
  onWaiting: () => void;
  signal: AbortSignal;
};

/**
 * Polls until the payment has activated Pro. Resolves with false if Pro is still inactive after the last poll.
 * @throws the signal's reason if aborted
 */
export async function settlePayment({ onWaiting, signal }: Options): Promise<boolean> {
  if (await isPro()) return true;
  signal.throwIfAborted();
  onWaiting();
  for (const delayMs of delaysMs) {
    await pause(delayMs, signal);
    if (await isPro()) return true;
  }
  return false;
}

/**
 * Returns whether Pro is active. All errors except a missing session are treated as inactive, so that polling
 * continues.
 */
async function isPro(): Promise<boolean> {
  try {
    return (await billingRequests.confirm()).plan === 'pro';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized') throw error;
    return false;
  }
}
