import type { BillingDeps } from '../deps.ts';
import { describeFault } from '../stripe/faults.ts';
import { handleEvent } from './handle-event.ts';
import { handledTypes } from './handlers.ts';

const chore = 'repair missed events';
const dayMs = 24 * 3_600_000;
/** Asked for again each time: an event can be listed a little after it was made. */
const overlapMs = 3_600_000;
/** Stripe lists no further back. */
const longestMs = 29 * dayMs;

/**
 * Once a day asks Stripe for the events since the last time and gives those their effect that never came: an endpoint
 * that was away for longer than Stripe tries loses none. Returns how many had been missed.
 */
export async function repairMissed(deps: BillingDeps, everyMs = dayMs): Promise<number> {
  const startedAt = deps.clock();
  const last = await deps.db
    .selectFrom('progress')
    .select('until')
    .where('chore', '=', chore)
    .executeTakeFirst();
  if (last && startedAt.getTime() - last.until.getTime() < everyMs) return 0;
  const since = Math.max((last?.until.getTime() ?? 0) - overlapMs, startedAt.getTime() - longestMs);
  let applied = 0;
  let failed = 0;
  // The newest first, as Stripe lists them; the order does not matter, since each is read again.
  for await (const event of deps.stripe().events.list({
    created: { gte: Math.floor(since / 1_000) },
    types: handledTypes,
    limit: 100,
  })) {
    try {
      if ((await handleEvent(deps, event)) === 'applied') applied += 1;
    } catch (error) {
      failed += 1;
      deps.logger.warn({ eventId: event.id, fault: describeFault(error) }, 'missed event not handled');
    }
  }
  if (applied > 0) deps.logger.warn({ events: applied }, 'events of Stripe had been missed');
  // Then the same stretch again, soon.
  if (failed > 0) return applied;
  await deps.db
    .insertInto('progress')
    .values({ chore, until: startedAt })
    .onConflict((conflict) => conflict.column('chore').doUpdateSet({ until: startedAt }))
    .execute();
  return applied;
}
