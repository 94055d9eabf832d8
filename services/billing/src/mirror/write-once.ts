import type { BillingDeps } from '../deps.ts';
import { isKept } from '../stripe/faults.ts';

/**
 * A write to Stripe that must take effect once for an account: two at a time, or one whose answer was lost, are the same
 * by their key. Stripe keeps what it answered under a key for a day, faults of its own too; after such a one the next
 * try has another key, and whoever calls looks first at what there is.
 */
export async function writeOnce<T>(
  { db }: Pick<BillingDeps, 'db'>,
  accountId: string,
  name: string,
  write: (options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  const { attempt } = await db
    .selectFrom('accounts')
    .select('attempt')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  try {
    return await write({ idempotencyKey: `${name}-${accountId}-${attempt}` });
  } catch (error) {
    if (isKept(error)) {
      await db
        .updateTable('accounts')
        .set({ attempt: attempt + 1 })
        .where('accountId', '=', accountId)
        .where('attempt', '=', attempt)
        .execute();
    }
    throw error;
  }
}
