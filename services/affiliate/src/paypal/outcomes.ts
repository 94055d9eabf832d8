import type { ItemAnswer } from './answers.ts';
import type { BatchResult, ItemResult } from './paypal.ts';
import { withoutAddresses } from './without-addresses.ts';

/** Words after which the money is with us again, or never left. */
const returned = ['FAILED', 'RETURNED', 'BLOCKED', 'REFUNDED', 'REVERSED', 'DENIED', 'CANCELED'];

/** An item as PayPal tells of it. Words that PayPal invents later count as under way: nobody is paid again for them. */
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
  return returned.includes(status) ? 'returned' : 'underWay';
}

/** `done` says nothing of the items: some may be unclaimed for 30 days yet. */
export function batchOutcomeOf(status: string): BatchResult['outcome'] {
  if (status === 'SUCCESS') return 'done';
  return status === 'DENIED' || status === 'CANCELED' ? 'denied' : 'underWay';
}
