import { sql } from 'kysely';
import type { BillingDeps } from '../deps.ts';
import { liveStatuses } from '../ledger/entitlement.ts';
import { tidyUp } from '../ledger/tidy-up.ts';

/** Comes back to subscriptions that should have ended while Stripe could not be asked. Returns how many accounts. */
export async function tidyAll(deps: BillingDeps): Promise<number> {
  const { db } = deps;
  const found = await db
    .selectFrom('subscriptions as s')
    .innerJoin('accounts as a', 'a.accountId', 's.accountId')
    .leftJoin('payments as p', 'p.invoiceId', 's.latestInvoiceId')
    .select('s.accountId')
    .where('s.status', 'in', liveStatuses)
    .groupBy(['s.accountId', 'a.deletedAt'])
    .having(
      sql<boolean>`count(distinct s.id) > 1 or a.deleted_at is not null
        or bool_or(p.refunded_cents >= p.amount_cents or p.dispute_status = 'lost')`,
    )
    .limit(100)
    .execute();
  for (const { accountId } of found) await tidyUp(deps, accountId);
  return found.length;
}
