import type { BillingDeps } from '../deps.ts';
import { updatePlan } from '../mirror/update-plan.ts';

/**
 * Ends the Pro plan of accounts whose grace period has expired, because Stripe sends no event for this. Returns the
 * number of accounts checked.
 */
export async function endGraces({ db, clock }: BillingDeps): Promise<number> {
  const late = await db
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.accountId', 'subscriptions.accountId')
    .select('accounts.accountId')
    .distinct()
    .where('subscriptions.status', '=', 'past_due')
    .where('accounts.plan', '=', 'pro')
    .execute();
  for (const { accountId } of late) {
    await db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('accounts')
        .select('accountId')
        .where('accountId', '=', accountId)
        .forUpdate()
        .execute();
      await updatePlan(trx, accountId, clock());
    });
  }
  return late.length;
}
