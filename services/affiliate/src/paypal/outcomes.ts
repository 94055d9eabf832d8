import type { ItemAnswer } from './answers.ts';
import type { BatchResult, ItemResult } from './paypal.ts';
import { withoutAddresses } from './without-addresses.ts';

/** PayPal item statuses that mean that the money was returned or never sent. */
const returned = ['FAILED', 'RETURNED', 'BLOCKED', 'REFUNDED', 'REVERSED', 'DENIED', 'CANCELED'];

/** Converts a payout item from PayPal. Unknown statuses count as pending, so that no payout is paid twice. */
export function toItemResult(item: ItemAnswer): ItemResult {
  const { transaction_status: status, errors } = item;
  const reason = [errors?.name, errors?.message].filter(Boolean).join(': ');
  return {
    payoutId: item.payout_item.sender_item_id,
    paypalItemId: item.payout_item_id,
    status,
    outcome: itemOutcomeOf(status),
    reason: reason ? withoutAddresses(reason) : null,
  };
}

function itemOutcomeOf(status: string): ItemResult['outcome'] {
  if (status === 'SUCCESS') return 'paid';
  return returned.includes(status) ? 'returned' : 'inProgress';
}

/** Converts PayPal's batch status to an outcome. Items of a `done` batch can remain unclaimed for 30 days. */
export function batchOutcomeOf(status: string): BatchResult['outcome'] {
  if (status === 'SUCCESS') return 'done';
  return status === 'DENIED' || status === 'CANCELED' ? 'denied' : 'inProgress';
}
