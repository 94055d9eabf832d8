import type { BillingDeps } from '../deps.ts';

/** Retention of event ids. Stripe lists events for 30 days, so older ones are not delivered again. */
const keptMs = 40 * 24 * 3_600_000;

/** Deletes the ids of events that can no longer be delivered. Returns their number. */
export async function pruneEvents({ db, clock }: BillingDeps): Promise<number> {
  const before = new Date(clock().getTime() - keptMs);
  const gone = await db.deleteFrom('stripeEvents').where('handledAt', '<', before).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
