import type { OutboxTables } from '@gossamer/service-kit/events/outbox';
import { startRelay } from '@gossamer/service-kit/events/relay';
import { startInternalServer } from '@gossamer/service-kit/internal-server';
import { createRedis, firstConnection } from '@gossamer/service-kit/redis';
import { runProcess } from '@gossamer/service-kit/run-process';
import { every } from '@gossamer/service-kit/schedule';
import { startTracing } from '@gossamer/service-kit/tracing';
import type { Kysely } from 'kysely';
import { forgetSpent } from './auth/forget-spent.ts';
import { readGatewayConfig } from './config.ts';
import { openDeps } from './deps.ts';
import { startInbox } from './inbox.ts';
import { sendDueMails } from './mail/send-due-mails.ts';
import { startOperatorsPage } from './operators/page.ts';
import { observeQueues } from './signals/observe-queues.ts';
import { observeWork } from './signals/observe-work.ts';
import { openQueues } from './signals/queues.ts';
import { expire } from './upkeep/expire.ts';
import { forgetCounters } from './upkeep/forget-counters.ts';
import { forgetIdempotentRequests } from './upkeep/forget-idempotent-requests.ts';
import { pruneVisitorRecords } from './upkeep/prune-visitor-records.ts';
import { reconcile } from './upkeep/reconcile.ts';
import { sweep } from './upkeep/sweep.ts';
import { forgetDeliveries } from './webhooks/forget-deliveries.ts';
import { startDeliveries } from './webhooks/send-due-deliveries.ts';

const hourMs = 3_600_000;

/** The process behind the door: takes what workers report, and keeps rows, queue and store in step. */
const config = readGatewayConfig(process.env);
await startTracing('gateway-background', config.tracing);
const deps = await openDeps(config, 'gateway-background');

await runProcess({ logger: deps.logger, closeTimeoutMs: 6_000 }, async () => {
  await firstConnection(deps.redis);
  const internal = await startInternalServer({
    ...config.internal,
    registry: deps.metrics,
    checks: deps.checks,
  });
  const queues = openQueues(deps, deps.redis);
  observeWork(deps);
  observeQueues(deps, queues);
  const operators = await startOperatorsPage(deps, queues);
  const connection = createRedis(config.redis, 'consumer', deps.logger);
  const inbox = startInbox(deps, connection);
  const { logger } = deps;
  const relay = startRelay({
    db: deps.db as unknown as Kysely<OutboxTables>,
    databaseUrl: config.database.url,
    schema: config.database.schema,
    redis: deps.redis,
    prefix: config.redis.prefix,
    metrics: deps.metrics,
    logger,
  });
  const chores = [
    every(2_000, 'reconcile', () => reconcile(deps, { idleMs: 10_000, giveUpMs: 24 * hourMs }), logger),
    every(30_000, 'expire', () => expire(deps), logger),
    every(600_000, 'sweep', () => sweep(deps, hourMs), logger),
    every(1_000, 'mails', () => sendDueMails(deps), logger),
    every(600_000, 'prune visitor records', () => pruneVisitorRecords(deps), logger),
    every(600_000, 'forget counters', () => forgetCounters(deps), logger),
    every(600_000, 'forget idempotency keys', () => forgetIdempotentRequests(deps), logger),
    every(600_000, 'forget what is spent', () => forgetSpent(deps), logger),
    every(600_000, 'forget deliveries', () => forgetDeliveries(deps), logger),
    startDeliveries(deps),
  ];
  return {
    ready: { internalPort: internal.port, ...(operators && { operatorsPort: operators.port }) },
    close: async () => {
      await operators?.close();
      await Promise.all([inbox.close(), relay.close(), ...chores.map((chore) => chore.close())]);
      connection.disconnect();
      await Promise.all([internal.close(), deps.close()]);
    },
  };
});
