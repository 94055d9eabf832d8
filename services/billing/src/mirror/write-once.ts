import type { BillingDeps } from '../deps.ts';
import { isKept } from '../stripe/faults.ts';

/**
 * Sends a write request to Stripe at most once per account. Concurrent requests and retries after a lost response share
 * an idempotency key. Stripe stores the response for a key for one day, including Stripe's own errors. After such an
 * error, the next attempt uses a new key, so callers must first check whether the write succeeded.
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
