import { billingRequests } from '../../../lib/api-billing.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { pause } from '../../../lib/wait.ts';

/** Milliseconds before each further request. After the last one only the webhook activates Pro. */
const delaysMs = [1_500, 3_000, 5_000, 8_000, 12_000];

type Options = {
  /** Called when the first answer is not Pro yet. */
  onWaiting: () => void;
  signal: AbortSignal;
};

/** Polls until the payment has activated Pro. Resolves to false if it has not yet. @throws the signal's reason */
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

/** Treats any failure except a missing session as "not yet", so that the request is repeated. */
async function isPro(): Promise<boolean> {
  try {
    return (await billingRequests.confirm()).plan === 'pro';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized') throw error;
    return false;
  }
}
