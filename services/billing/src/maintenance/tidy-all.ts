import { sql } from 'kysely';
import type { BillingDeps } from '../deps.ts';
import { liveStatuses } from '../mirror/live-statuses.ts';
import { tidyUp } from '../mirror/tidy-up.ts';
import { describeFault } from '../stripe/faults.ts';

/**
 * Ends subscriptions that must not continue, for example if ending them failed while Stripe was unavailable. Returns
 * the number of affected accounts.
 */
export async function tidyAll(deps: BillingDeps): Promise<number> {
  const { db } = deps;
  const found = await db
    .selectFrom('subscriptions as s')
    .innerJoin('accounts as a', 'a.accountId', 's.accountId')
    .leftJoin('payments as p', (join) =>
      join.on((on) =>
        on.or([
          on('p.invoiceId', '=', on.ref('s.latestInvoiceId')),
          on('p.subscriptionId', '=', on.ref('s.id')),
        ]),
      ),
    )
    .select('s.accountId')
    .where('s.status', 'in', liveStatuses)
    .groupBy(['s.accountId', 'a.deletedAt'])
    .having(
      sql<boolean>`count(distinct s.id) > 1 or a.deleted_at is not null
        or bool_or(p.dispute_status = 'lost')
        or bool_or(p.invoice_id = s.latest_invoice_id and p.refunded_cents >= p.amount_cents)`,
    )
    .limit(100)
    .execute();
  for (const { accountId } of found) {
    // Log the error, because a failure for one account must not block the others.
    await tidyUp(deps, accountId).catch((error: unknown) =>
      deps.logger.warn({ accountId, fault: describeFault(error) }, 'failed to clean up account, will retry'),
    );
  }
  return found.length;
}
