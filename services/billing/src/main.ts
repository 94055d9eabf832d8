import type { AddressInfo } from 'node:net';
import { startInternalServer } from '@gossamer/service-kit/internal-server';
import { createRedis, firstConnection } from '@gossamer/service-kit/redis';
import { runProcess } from '@gossamer/service-kit/run-process';
import { startTracing } from '@gossamer/service-kit/tracing';
import { buildApp } from './app.ts';
import { readBillingConfig } from './config.ts';
import { openDeps } from './deps.ts';
import { startInbox } from './inbox.ts';
import { startMaintenance } from './start-maintenance.ts';

/** Entry point of billing's only process: it serves the gateway, consumes facts and synchronizes with Stripe. */
const config = readBillingConfig(process.env);
await startTracing('billing', config.tracing);
const deps = openDeps(config);

await runProcess({ logger: deps.logger, closeTimeoutMs: 6_000 }, async () => {
  await firstConnection(deps.redis);
  if (!config.stripe) deps.logger.warn('STRIPE_SECRET_KEY is not set, payments are disabled');
  const app = await buildApp(deps);
  await app.listen(config.http);
  const connection = createRedis(config.redis, 'consumer', deps.logger);
  const inbox = startInbox(deps, connection);
  const maintenance = startMaintenance(deps);
  const internal = await startInternalServer({
    ...config.internal,
    registry: deps.metrics,
    checks: deps.checks,
  });
  return {
    ready: { port: (app.server.address() as AddressInfo).port, internalPort: internal.port },
    close: async () => {
      await app.close();
      await Promise.all([inbox.close(), maintenance.close()]);
      connection.disconnect();
      await Promise.all([internal.close(), deps.close()]);
    },
  };
});
