import type { PlanState } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type { AccountRow } from '../db/schema.ts';
import type { BillingDeps } from '../deps.ts';
import { isMissing } from '../stripe/faults.ts';
import { updatePlan } from './update-plan.ts';
import { writeOnce } from './write-once.ts';

/**
 * Returns the account row of the caller. Creates the row if it does not exist.
 * @throws AppError `unauthorized` if the account is deleted
 */
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

/** Returns an account's plan and its version, as last published. */
export async function planStateOf(deps: BillingDeps, accountId: string): Promise<PlanState> {
  const found = await deps.db
    .selectFrom('accounts')
    .select(['plan', 'planVersion'])
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return found ?? { plan: 'free', planVersion: 0 };
}

/**
 * Returns the id of the account's Stripe customer, which is created for the first payment. If two customers are created
 * concurrently, the one stored first is used.
 */
export async function customerOf(deps: BillingDeps, identity: ForwardedIdentity): Promise<string> {
  const account = await accountOf(deps, identity);
  if (account.stripeCustomerId) return account.stripeCustomerId;
  const { accountId, email, firstName, lastName, language } = identity;
  const customer = await writeOnce(deps, accountId, 'customer', (options) =>
    deps.stripe().customers.create(
      {
        email,
        name: `${firstName} ${lastName}`.trim(),
        preferred_locales: [language],
        metadata: { accountId },
      },
      options,
    ),
  );
  const noted = await deps.db
    .updateTable('accounts')
    .set((update) => ({ stripeCustomerId: update.fn.coalesce('stripeCustomerId', update.val(customer.id)) }))
    .where('accountId', '=', accountId)
    .returning('stripeCustomerId')
    .executeTakeFirstOrThrow();
  return noted.stripeCustomerId ?? customer.id;
}

/**
 * Runs `work` with the account's Stripe customer. Stripe may not recognize the customer, because it was deleted or the
 * API keys belong to another Stripe account. In that case, discards the customer and its subscriptions, and runs `work`
 * again with the customer that `find` then returns.
 */
export async function withCustomer<T>(
  deps: BillingDeps,
  accountId: string,
  find: () => Promise<string>,
  work: (customerId: string) => Promise<T>,
): Promise<T> {
  const customerId = await find();
  try {
    return await work(customerId);
  } catch (error) {
    if (!isMissing(error) || !(await isGone(deps, customerId))) throw error;
    await discardCustomer(deps, accountId, customerId);
    deps.logger.warn({ accountId }, 'removed reference to deleted stripe customer');
    return work(await find());
  }
}

async function isGone(deps: BillingDeps, customerId: string): Promise<boolean> {
  try {
    return (await deps.stripe().customers.retrieve(customerId)).deleted === true;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}

async function discardCustomer(deps: BillingDeps, accountId: string, customerId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const discarded = await trx
      .updateTable('accounts')
      .set((update) => ({ stripeCustomerId: null, attempt: update('attempt', '+', 1) }))
      .where('accountId', '=', accountId)
      .where('stripeCustomerId', '=', customerId)
      .returning('accountId')
      .executeTakeFirst();
    // Stop if another request has already discarded the customer, because the account may already have a new customer.
    if (!discarded) return;
    await trx
      .updateTable('subscriptions')
      .set({ status: 'canceled' })
      .where('accountId', '=', accountId)
      .where('status', 'not in', ['canceled', 'incomplete_expired'])
      .execute();
    await updatePlan(trx, accountId, deps.clock());
  });
}

/** Returns the account's Stripe customer id, or null if the account has no customer. */
export async function customerIdOf({ db }: BillingDeps, accountId: string): Promise<string | null> {
  const account = await db
    .selectFrom('accounts')
    .select('stripeCustomerId')
    .where('accountId', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return account?.stripeCustomerId ?? null;
}
