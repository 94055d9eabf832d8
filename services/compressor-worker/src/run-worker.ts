import { startInternalServer } from '@gossamer/service-kit/internal-server';
import { runProcess } from '@gossamer/service-kit/run-process';
import type { WorkerConfig } from './config.ts';
import { startConsuming } from './consume.ts';
import { openDeps } from './deps.ts';

/** Runs a worker until it is told to stop; another child file than the engine's is for measuring all but the engine. */
export async function runWorker(config: WorkerConfig, childFile?: URL): Promise<void> {
  const deps = openDeps(config, childFile);
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
}
