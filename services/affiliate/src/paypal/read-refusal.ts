import type { z } from 'zod';
import { refusalAnswer } from './answers.ts';
import type { CreatedBatch, PaypalItem } from './paypal.ts';
import { withoutAddresses } from './without-addresses.ts';

type Refusal = z.infer<typeof refusalAnswer>;

/**
 * Interprets a 400 response to the creation of a batch: the batch already exists or is invalid. Returns undefined for
 * any other reason, because PayPal may have paid the batch.
 */
export function readRefusal(body: unknown, items: PaypalItem[]): CreatedBatch | undefined {
  const { data: refusal } = refusalAnswer.safeParse(body);
  if (!refusal) return undefined;
  if (isDuplicate(refusal)) {
    const paypalBatchId = linkedBatchOf(refusal);
    return paypalBatchId === undefined ? undefined : { kind: 'created', paypalBatchId };
  }
  if (refusal.name !== 'VALIDATION_ERROR') return undefined;
  const issues = (refusal.details ?? []).flatMap(({ issue }) => issue ?? []);
  return {
    kind: 'refused',
    faultyPayoutIds: [...new Set((refusal.details ?? []).flatMap(({ field }) => payoutOf(field, items)))],
    reason: withoutAddresses([...new Set(issues)].join('; ') || refusal.name),
  };
}

function isDuplicate({ details }: Refusal): boolean {
  return (details ?? []).some(
    ({ field, issue }) =>
      /sender_batch_id/i.test(`${field} ${issue}`) && /duplicate|already exists/i.test(issue ?? ''),
  );
}

/** Returns the id of the earlier batch from a link in the response. The linked URL itself is never requested. */
function linkedBatchOf({ details, links }: Refusal): string | undefined {
  const all = [
    ...(details ?? []).flatMap((one) => [...(one.link ?? []), ...(one.links ?? [])]),
    ...(links ?? []),
  ];
  const ids = all.flatMap(({ href }) => /\/v1\/payments\/payouts\/([\w-]+)(?:[/?#]|$)/.exec(href)?.[1] ?? []);
  return ids[0];
}

/** Returns the id of the payout that a field path refers to: `items[1].receiver` refers to the second item. */
function payoutOf(field: string | null | undefined, items: PaypalItem[]): string[] {
  const place = /^\W*items\W+(\d+)(?!\w)/i.exec(field ?? '')?.[1];
  const item = place === undefined ? undefined : items[Number(place)];
  return item ? [item.payoutId] : [];
}
