import { startInternalServer } from '@gossamer/service-kit/internal-server';
import { runProcess } from '@gossamer/service-kit/run-process';
import { readWorkerConfig } from './config.ts';
import { startConsuming } from './consume.ts';
import { openDeps } from './deps.ts';

/** The process that compresses: object store and Redis only, no database. */
const config = readWorkerConfig(process.env);
const deps = openDeps(config);

await runProcess({ logger: deps.logger, closeTimeoutMs: config.drainMs + 1_500 }, async () => {
  const checks = { redis: () => deps.redis.ping() };
  const internal = await startInternalServer({ ...config.internal, registry: deps.metrics, checks });
  await deps.slots.warm();
  const consuming = startConsuming(deps);
  return {
    ready: { slots: config.slots, internalPort: internal.port },
    close: async () => {
      await consuming.drain();
      await deps.gatewayMessages.close();
      deps.redis.disconnect();
      await internal.close();
    },
  };
});
