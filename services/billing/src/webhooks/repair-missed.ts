import type { BillingDeps } from '../deps.ts';
import { describeFault } from '../stripe/faults.ts';
import { handleEvent } from './handle-event.ts';
import { handledTypes } from './handlers.ts';

const task = 'repair missed events';
const dayMs = 24 * 3_600_000;
/**
 * Overlap between the time ranges of consecutive runs in milliseconds. It is needed because a new event may appear in
 * Stripe's list only after a short delay.
 */
const overlapMs = 3_600_000;
/** Maximum age in milliseconds of the events to list. Stripe lists events for 30 days. */
const longestMs = 29 * dayMs;

/**
 * Once a day, lists the events since the last run and applies those that were not delivered, for example because the
 * webhook endpoint was unavailable for longer than Stripe retries. Returns the number of missed events.
 */
export async function repairMissed(deps: BillingDeps, everyMs = dayMs): Promise<number> {
  const startedAt = deps.clock();
  const last = await deps.db
    .selectFrom('taskProgress')
    .select('until')
    .where('task', '=', task)
    .executeTakeFirst();
  if (last && startedAt.getTime() - last.until.getTime() < everyMs) return 0;
  const since = Math.max((last?.until.getTime() ?? 0) - overlapMs, startedAt.getTime() - longestMs);
  let applied = 0;
  let failed = 0;
  // Stripe lists events newest first. The order does not matter, because each handler reads the current state.
  for await (const event of deps.stripe().events.list({
    created: { gte: Math.floor(since / 1_000) },
    types: handledTypes,
    limit: 100,
  })) {
    try {
      if ((await handleEvent(deps, event)) === 'applied') applied += 1;
    } catch (error) {
      failed += 1;
      deps.logger.warn({ eventId: event.id, fault: describeFault(error) }, 'failed to handle stripe event');
    }
  }
  if (applied > 0) deps.logger.warn({ events: applied }, 'recovered missed stripe events');
  // If events could not be applied, do not store the progress, so that the next run retries them soon.
  if (failed > 0) return applied;
  await deps.db
    .insertInto('taskProgress')
    .values({ task, until: startedAt })
    .onConflict((conflict) => conflict.column('task').doUpdateSet({ until: startedAt }))
    .execute();
  return applied;
}
