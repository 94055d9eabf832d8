import type { Delivery, DeliveryFault } from '@gossamer/contracts/webhooks';

/**
 * Returns the time of the next attempt of a pending webhook delivery, or undefined until the first attempt has ended.
 */
export function nextAttemptOf({ status, lastStatus, lastFault, nextAttemptAt }: Delivery): Date | undefined {
  const hasAnswer = lastStatus !== null || lastFault !== null;
  return status === 'pending' && hasAnswer && nextAttemptAt !== null ? new Date(nextAttemptAt) : undefined;
}

/** Outcome of a webhook delivery attempt. Each `name` is a key under `answers` in `webhooks.json`. */
export type Answer = { name: 'answered' | Exclude<DeliveryFault, 'status'>; status?: number };

/**
 * Returns the outcome of a webhook delivery attempt, or undefined before the first attempt. An HTTP status without a
 * `fault` means success.
 */
export function answerOf(attempt: {
  status: number | null;
  fault: DeliveryFault | null;
}): Answer | undefined {
  const { status, fault } = attempt;
  if (fault !== null && fault !== 'status') return { name: fault };
  return status === null ? undefined : { name: 'answered', status };
}
