import { startInternalServer } from '@gossamer/service-kit/internal-server';
import { createLogger } from '@gossamer/service-kit/logger';
import { createMetrics } from '@gossamer/service-kit/metrics';
import { runProcess } from '@gossamer/service-kit/run-process';
import { readStandInConfig } from './config.ts';
import { startStandIn } from './start-stand-in.ts';

/** The process that stands in for Stripe. */
const config = readStandInConfig(process.env);
const logger = createLogger('stripe-stand-in', config.log.level);

await runProcess({ logger, closeTimeoutMs: 6_000 }, async () => {
  const standIn = await startStandIn(config.standIn);
  // Last, since it is what says that requests may come.
  const internal = await startInternalServer({
    ...config.internal,
    registry: createMetrics('stripe-stand-in'),
    checks: {},
  });
  return {
    ready: { port: Number(new URL(standIn.url).port), internalPort: internal.port },
    close: async () => {
      await Promise.all([internal.close(), standIn.close()]);
    },
  };
});
