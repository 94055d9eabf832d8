import { billingRequests } from '../../../lib/api-billing.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { pause } from '../../../lib/wait.ts';

/** How long until each further look, after which the webhook alone brings the plan. */
const delaysMs = [1_500, 3_000, 5_000, 8_000, 12_000];

type Options = {
  /** Called when the first answer was not yet Pro. */
  onWaiting: () => void;
  signal: AbortSignal;
};

/** Asks until the plan has come with the payment. False when it is still on its way. @throws the signal's reason */
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

/** What does not answer has not said no: it is asked again. */
async function isPro(): Promise<boolean> {
  try {
    return (await billingRequests.confirm()).plan === 'pro';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized') throw error;
    return false;
  }
}
