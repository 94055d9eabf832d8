import type { OutboxTables } from '@gossamer/service-kit/events/outbox';
import { startRelay } from '@gossamer/service-kit/events/relay';
import { startInternalServer } from '@gossamer/service-kit/internal-server';
import { createRedis, firstConnection } from '@gossamer/service-kit/redis';
import { runProcess } from '@gossamer/service-kit/run-process';
import { every } from '@gossamer/service-kit/schedule';
import { startTracing } from '@gossamer/service-kit/tracing';
import type { Kysely } from 'kysely';
import { pruneSpent } from './accounts/prune-spent.ts';
import { readGatewayConfig } from './config.ts';
import { openDeps } from './deps.ts';
import { startInbox } from './inbox.ts';
import { sendDueMails } from './mail/send-due-mails.ts';
import { expire } from './maintenance/expire.ts';
import { pruneCounters } from './maintenance/prune-counters.ts';
import { pruneIdempotentRequests } from './maintenance/prune-idempotent-requests.ts';
import { pruneVisitorRecords } from './maintenance/prune-visitor-records.ts';
import { reconcile } from './maintenance/reconcile.ts';
import { sweep } from './maintenance/sweep.ts';
import { observeQueues } from './ops/metrics/observe-queues.ts';
import { observeWork } from './ops/metrics/observe-work.ts';
import { openQueues } from './ops/metrics/queues.ts';
import { startOperatorsPage } from './ops/queues-page/page.ts';
import { startResultDeliveries } from './result-deliveries/send-due-results.ts';
import { pruneDeliveries } from './webhooks/prune-deliveries.ts';
import { startDeliveries } from './webhooks/send-due-deliveries.ts';

const hourMs = 3_600_000;

/** Entry point of the background process, which handles workers' messages and reconciles rows, queue and storage. */
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
  const tasks = [
    every(2_000, 'reconcile', () => reconcile(deps, { idleMs: 10_000, giveUpMs: 24 * hourMs }), logger),
    every(30_000, 'expire', () => expire(deps), logger),
    every(600_000, 'sweep', () => sweep(deps, hourMs), logger),
    every(1_000, 'mails', () => sendDueMails(deps), logger),
    every(600_000, 'prune visitor records', () => pruneVisitorRecords(deps), logger),
    every(600_000, 'prune counters', () => pruneCounters(deps), logger),
    every(600_000, 'prune idempotency records', () => pruneIdempotentRequests(deps), logger),
    every(600_000, 'prune spent tokens', () => pruneSpent(deps), logger),
    every(600_000, 'prune deliveries', () => pruneDeliveries(deps), logger),
    startDeliveries(deps),
    startResultDeliveries(deps),
  ];
  return {
    ready: { internalPort: internal.port, ...(operators && { operatorsPort: operators.port }) },
    close: async () => {
      await operators?.close();
      await Promise.all([inbox.close(), relay.close(), ...tasks.map((task) => task.close())]);
      connection.disconnect();
      await Promise.all([internal.close(), deps.close()]);
    },
  };
});
