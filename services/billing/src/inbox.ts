import type { FactEnvelope } from '@gossamer/contracts/facts';
import { type FactHandlers, factJobs } from '@gossamer/service-kit/events/inbox';
import { createConsumer } from '@gossamer/service-kit/queues/consumer';
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { BillingTables } from './db/schema.ts';
import type { BillingDeps } from './deps.ts';
import { pruneDeleted } from './maintenance/prune-deleted.ts';

/**
 * Handlers of facts (domain events) from the gateway. Facts can arrive out of order: the deletion of an account can
 * precede its creation.
 */
const factHandlers: FactHandlers<'billing', BillingTables> = {
  'account.created': async (trx, { accountId, email }) => {
    await trx
      .insertInto('accounts')
      .values({ accountId, email })
      .onConflict((conflict) => conflict.column('accountId').doNothing())
      .execute();
  },
  'account.deleted': async (trx, { accountId }) => {
    const gone = { email: null, deletedAt: new Date() };
    await trx
      .insertInto('accounts')
      .values({ accountId, ...gone })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet(gone))
      .execute();
  },
};

/** Starts the consumer of the facts (domain events) that the billing service subscribes to. */
export function startInbox(deps: BillingDeps, connection: Redis): Worker {
  const facts = factJobs<'billing', BillingTables>(deps.db, factHandlers);
  const deleted = facts.handlers['account.deleted'];
  const handlers = {
    ...facts.handlers,
    'account.deleted': async (fact: FactEnvelope) => {
      await deleted?.(fact);
      // Delete the Stripe customer immediately. If Stripe is unavailable, the maintenance task retries the deletion.
      await pruneDeleted(deps);
    },
  };
  return createConsumer({ name: 'inbox-billing', jobs: facts.jobs }, handlers, {
    connection,
    prefix: deps.config.redis.prefix,
    logger: deps.logger,
    concurrency: 4,
  });
}
