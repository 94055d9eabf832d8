import { startInternalServer } from '@gossamer/service-kit/internal-server';
import { runProcess } from '@gossamer/service-kit/run-process';
import { buildApp } from './app.ts';
import { readGatewayConfig } from './config.ts';
import { openDeps } from './deps.ts';

/** The process that answers HTTP. */
const config = readGatewayConfig(process.env);
const deps = await openDeps(config, 'gateway');

await runProcess({ logger: deps.logger, closeTimeoutMs: 6_000 }, async () => {
  const app = await buildApp(deps);
  await app.listen(config.http);
  // Last, since it is what says that requests may come.
  const internal = await startInternalServer({
    ...config.internal,
    registry: deps.metrics,
    checks: deps.checks,
  });
  return {
    ready: { port: config.http.port, internalPort: internal.port },
    close: async () => {
      await app.close();
      await Promise.all([internal.close(), deps.close()]);
    },
  };
});
