import { gatewayInbox } from '@gossamer/contracts/inboxes';
import type { CompressOutcome } from '@gossamer/contracts/jobs';
import { type FactHandlers, factJobs } from '@gossamer/service-kit/events/inbox';
import { createConsumer } from '@gossamer/service-kit/queues/consumer';
import type { Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { setPlan } from './billing/apply-plan.ts';
import { demote } from './compressions/queue/demote.ts';
import { createPromoter } from './compressions/queue/promote.ts';
import { finalize } from './compressions/results/finalize.ts';
import type { GatewayTables } from './db/schema.ts';
import type { GatewayDeps } from './deps.ts';

/** Handlers of facts (domain events) published by other services. A fact about a deleted account is ignored. */
const factHandlers: FactHandlers<'gateway', GatewayTables> = {
  'plan.changed': (trx, { accountId, plan }) => setPlan(trx, accountId, plan),
};

/** Starts processing the gateway's inbox: job outcomes, and facts (domain events) from other services. */
export function startInbox(deps: GatewayDeps, connection: Redis): Worker {
  const promote = createPromoter(deps);
  const end = async (outcome: CompressOutcome, job: Job) => {
    deps.stages.note('notify', Date.now() - job.timestamp);
    await deps.stages.time('finalize', () => finalize(deps, outcome));
    await promote().catch((error: unknown) =>
      deps.logger.warn({ err: error }, 'failed to promote lower-tier job'),
    );
  };
  const facts = factJobs<'gateway', GatewayTables>(deps.db, factHandlers);
  return createConsumer(
    { name: gatewayInbox.name, jobs: { ...gatewayInbox.jobs, ...facts.jobs } },
    {
      ...facts.handlers,
      'image.compressed': (outcome, job) => end({ type: 'image.compressed', ...outcome }, job),
      'image.failed': (outcome, job) => end({ type: 'image.failed', ...outcome }, job),
      'image.demoted': (demoted) => demote(deps, demoted),
    },
    { connection, prefix: deps.config.redis.prefix, logger: deps.logger, concurrency: 8 },
  );
}
