import type { BillingDeps } from '../deps.ts';

/** Stripe lists events for 30 days, so none comes again after that. */
const keptMs = 40 * 24 * 3_600_000;

/** Forgets the ids of events that cannot be delivered any more. Returns how many. */
export async function pruneEvents({ db, clock }: BillingDeps): Promise<number> {
  const before = new Date(clock().getTime() - keptMs);
  const gone = await db.deleteFrom('stripeEvents').where('handledAt', '<', before).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
