import type { BillingDeps } from '../deps.ts';
import { isMissing } from '../stripe/faults.ts';

/**
 * Deletes the customers of accounts that are gone: with a customer Stripe ends every subscription and forgets name,
 * address and cards, and keeps the invoices. Returns how many.
 */
export async function forgetDeleted(deps: BillingDeps): Promise<number> {
  if (!deps.config.stripe) return 0;
  const { db, logger } = deps;
  const gone = await db
    .selectFrom('accounts')
    .select(['accountId', 'stripeCustomerId'])
    .where('deletedAt', 'is not', null)
    .where('stripeCustomerId', 'is not', null)
    .where('customerDeletedAt', 'is', null)
    .limit(100)
    .execute();
  for (const { accountId, stripeCustomerId } of gone) {
    if (!stripeCustomerId) continue;
    await deps
      .stripe()
      .customers.del(stripeCustomerId)
      .catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    await db
      .updateTable('accounts')
      .set({ customerDeletedAt: deps.clock() })
      .where('accountId', '=', accountId)
      .execute();
    logger.info({ accountId }, 'customer deleted at Stripe');
  }
  return gone.length;
}
