import type { Delivery, DeliveryFault } from '@gossamer/contracts/webhooks';

/** When the next attempt is, once there was one: while the first is under way there is nothing to tell. */
export function nextAttemptOf({ status, lastStatus, lastFault, nextAttemptAt }: Delivery): Date | undefined {
  const hasAnswer = lastStatus !== null || lastFault !== null;
  return status === 'pending' && hasAnswer && nextAttemptAt !== null ? new Date(nextAttemptAt) : undefined;
}

/** What an attempt met with; each name has a text under `answers` in `webhooks.json`. */
export type Answer = { name: 'answered' | Exclude<DeliveryFault, 'status'>; status?: number };

/** Undefined before the first attempt. A status without a fault is one of success. */
export function answerOf(attempt: {
  status: number | null;
  fault: DeliveryFault | null;
}): Answer | undefined {
  const { status, fault } = attempt;
  if (fault !== null && fault !== 'status') return { name: fault };
  return status === null ? undefined : { name: 'answered', status };
}
