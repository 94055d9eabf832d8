import type { BillingDeps } from '../deps.ts';
import { liveStatuses } from '../mirror/live-statuses.ts';
import { readAgain } from '../mirror/read-again.ts';
import { describeFault } from '../stripe/faults.ts';

const dayMs = 24 * 3_600_000;
const batchSize = 50;

/**
 * Reads live subscriptions (those that Stripe charges now or may charge later) that have not been read for a day. This
 * detects changes for which no event arrived within a day. Returns the number of subscriptions processed, including
 * those that could not be read.
 */
export async function readStale(deps: BillingDeps, olderThanMs = dayMs): Promise<number> {
  const stale = await deps.db
    .selectFrom('subscriptions')
    .select('id')
    .where('status', 'in', liveStatuses)
    .where('readAt', '<', new Date(deps.clock().getTime() - olderThanMs))
    .orderBy('readAt')
    .limit(batchSize)
    .execute();
  for (const { id } of stale) {
    await readAgain(deps, id).catch((error: unknown) =>
      deps.logger.warn({ subscriptionId: id, fault: describeFault(error) }, 'failed to refresh subscription'),
    );
  }
  return stale.length;
}
