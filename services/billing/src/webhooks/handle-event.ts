import type { Transaction } from 'kysely';
import type Stripe from 'stripe';
import type { BillingTables } from '../db/schema.ts';
import type { BillingDeps } from '../deps.ts';
import { applySnapshot } from '../mirror/apply-snapshot.ts';
import { tidyUp } from '../mirror/tidy-up.ts';
import { describeFault } from '../stripe/faults.ts';
import { handlerOf } from './handlers.ts';

export type EventOutcome = 'applied' | 'known' | 'ignored';

/**
 * Applies a Stripe event once, by storing its id in the same transaction. If applying fails, the webhook request fails
 * as well, and Stripe retries it.
 */
export async function handleEvent(deps: BillingDeps, event: Stripe.Event): Promise<EventOutcome> {
  const handler = handlerOf(event.type);
  if (!handler) return 'ignored';
  if (await isKnown(deps, event.id)) return 'known';
  const snapshot = await handler(deps, event);
  const accountIds = await deps.db.transaction().execute(async (trx) => {
    if (!(await note(trx, event))) return undefined;
    return applySnapshot(trx, snapshot, deps.clock());
  });
  if (!accountIds) return 'known';
  for (const accountId of accountIds) {
    // Log cleanup errors instead of throwing them, because the event itself has been applied. The maintenance task
    // retries the cleanup.
    await tidyUp(deps, accountId).catch((error: unknown) =>
      deps.logger.warn({ accountId, fault: describeFault(error) }, 'failed to clean up account, will retry'),
    );
  }
  return 'applied';
}

async function isKnown({ db }: BillingDeps, id: string): Promise<boolean> {
  const found = await db.selectFrom('stripeEvents').select('id').where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}

/**
 * Stores the id of a Stripe event. Returns false if the id is already stored, which means that the event is a
 * duplicate.
 */
async function note(trx: Transaction<BillingTables>, event: Stripe.Event): Promise<boolean> {
  const noted = await trx
    .insertInto('stripeEvents')
    .values({ id: event.id, type: event.type, createdAt: new Date(event.created * 1_000) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}
