import { publish } from '@gossamer/service-kit/events/outbox';
import type { Transaction } from 'kysely';
import type { BillingTables } from '../db/schema.ts';
import { planOf } from './entitlement.ts';

/**
 * Recalculates an account's plan. If the plan has changed, stores and publishes it in this transaction. The caller must
 * have locked the account.
 */
export async function updatePlan(
  trx: Transaction<BillingTables>,
  accountId: string,
  now: Date,
): Promise<void> {
  const account = await trx
    .selectFrom('accounts')
    .select(['plan', 'planVersion', 'deletedAt'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  const subscriptions = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('accountId', '=', accountId)
    .execute();
  const payments = await trx.selectFrom('payments').selectAll().where('accountId', '=', accountId).execute();
  const plan = account.deletedAt ? 'free' : planOf(subscriptions, payments, now);
  if (plan === account.plan) return;
  const planVersion = account.planVersion + 1;
  await trx.updateTable('accounts').set({ plan, planVersion }).where('accountId', '=', accountId).execute();
  await publish(trx, 'plan.changed', { key: accountId, version: planVersion, payload: { accountId, plan } });
}
