import type { BillingDeps } from '../deps.ts';

/**
 * Retention period of event ids in milliseconds. Stripe lists events for 30 days, so older events are not delivered
 * again.
 */
const keptMs = 40 * 24 * 3_600_000;

/** Deletes the ids of events that Stripe can no longer deliver. Returns the number of deleted ids. */
export async function pruneEvents({ db, clock }: BillingDeps): Promise<number> {
  const before = new Date(clock().getTime() - keptMs);
  const gone = await db.deleteFrom('stripeEvents').where('handledAt', '<', before).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
