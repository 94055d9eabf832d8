import { startInternalServer } from '@gossamer/service-kit/internal-server';
import { runProcess } from '@gossamer/service-kit/run-process';
import { startTracing } from '@gossamer/service-kit/tracing';
import { buildApp } from './app.ts';
import { readGatewayConfig } from './config.ts';
import { openDeps } from './deps.ts';
import { growHeapByCrowd } from './ops/heap-growth.ts';

/** Entry point of the gateway's HTTP process. */
const config = readGatewayConfig(process.env);
await startTracing('gateway', config.tracing);
const deps = await openDeps(config, 'gateway');

await runProcess({ logger: deps.logger, closeTimeoutMs: 6_000 }, async () => {
  const app = await buildApp(deps);
  growHeapByCrowd(app.server);
  // Use a larger backlog than Node's default of 511. If the listen backlog is full, the kernel drops connection
  // attempts, and clients retry after up to 30 s.
  await app.listen({ ...config.http, backlog: 4_096 });
  // Start the internal server last, because it reports that the process is ready.
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
