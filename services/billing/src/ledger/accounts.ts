import { createHash } from 'node:crypto';
import type { PlanState } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type { AccountRow } from '../db/schema.ts';
import type { BillingDeps } from '../deps.ts';

/** The row of whoever asks, made when billing has not heard of the account yet. @throws AppError `unauthorized` once it is deleted */
export async function accountOf(deps: BillingDeps, identity: ForwardedIdentity): Promise<AccountRow> {
  const { accountId, email } = identity;
  const account = await deps.db
    .insertInto('accounts')
    .values({ accountId, email })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet({ email }).where('accounts.deletedAt', 'is', null),
    )
    .returningAll()
    .executeTakeFirst();
  if (!account) throw new AppError('unauthorized');
  return account;
}

/** What billing has last said of an account's plan. */
export async function planStateOf(deps: BillingDeps, accountId: string): Promise<PlanState> {
  const found = await deps.db
    .selectFrom('accounts')
    .select(['plan', 'planVersion'])
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return found ?? { plan: 'free', planVersion: 0 };
}

/**
 * The account's customer at Stripe, made with the first wish to pay. The key makes two at once, or one whose answer was
 * lost, the same customer.
 */
export async function customerOf(deps: BillingDeps, identity: ForwardedIdentity): Promise<string> {
  const account = await accountOf(deps, identity);
  if (account.stripeCustomerId) return account.stripeCustomerId;
  const { accountId, email, firstName, lastName, language } = identity;
  const about = {
    ...{ email, name: `${firstName} ${lastName}`.trim(), preferred_locales: [language] },
    metadata: { accountId },
  };
  const digest = createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 16);
  const customer = await deps.stripe().customers.create(about, {
    // Another name would be another request, which Stripe refuses under the same key.
    idempotencyKey: `customer-${accountId}-${digest}`,
  });
  await deps.db
    .updateTable('accounts')
    .set({ stripeCustomerId: customer.id })
    .where('accountId', '=', accountId)
    .execute();
  return customer.id;
}
