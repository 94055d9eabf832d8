import type { BillingDeps } from '../deps.ts';
import { describeFault, isMissing } from '../stripe/faults.ts';

/**
 * Deletes the Stripe customers of deleted accounts. Stripe then ends all their subscriptions and deletes their name,
 * address and cards, but keeps the invoices. Returns the number of deleted customers.
 */
export async function pruneDeleted(deps: BillingDeps): Promise<number> {
  if (!deps.config.stripe) return 0;
  const { db } = deps;
  const gone = await db
    .selectFrom('accounts')
    .select(['accountId', 'stripeCustomerId'])
    .where('deletedAt', 'is not', null)
    .where('stripeCustomerId', 'is not', null)
    .where('customerDeletedAt', 'is', null)
    .limit(100)
    .execute();
  let deleted = 0;
  for (const { accountId, stripeCustomerId } of gone) {
    if (stripeCustomerId && (await deleteCustomer(deps, accountId, stripeCustomerId))) deleted += 1;
  }
  return deleted;
}

/** Deletes one Stripe customer. Returns false if Stripe fails; a later run retries the deletion. */
async function deleteCustomer(deps: BillingDeps, accountId: string, customerId: string): Promise<boolean> {
  try {
    await deps
      .stripe()
      .customers.del(customerId)
      .catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
  } catch (error) {
    deps.logger.warn({ accountId, fault: describeFault(error) }, 'failed to delete customer, will retry');
    return false;
  }
  await deps.db
    .updateTable('accounts')
    .set({ customerDeletedAt: deps.clock() })
    .where('accountId', '=', accountId)
    .execute();
  deps.logger.info({ accountId }, 'deleted stripe customer');
  return true;
}
