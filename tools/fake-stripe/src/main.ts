import { startInternalServer } from '@gossamer/service-kit/internal-server';
import { createLogger } from '@gossamer/service-kit/logger';
import { createMetrics } from '@gossamer/service-kit/metrics';
import { runProcess } from '@gossamer/service-kit/run-process';
import { readFakeStripeConfig } from './config.ts';
import { startFakeStripe } from './start-fake-stripe.ts';

/** Entry point of the fake Stripe process. */
const config = readFakeStripeConfig(process.env);
const logger = createLogger('fake-stripe', config.log.level);

await runProcess({ logger, closeTimeoutMs: 6_000 }, async () => {
  const fakeStripe = await startFakeStripe(config.fakeStripe);
  // Start the internal server last, because it reports that the process is ready.
  const internal = await startInternalServer({
    ...config.internal,
    registry: createMetrics('fake-stripe'),
    checks: {},
  });
  return {
    ready: { port: Number(new URL(fakeStripe.url).port), internalPort: internal.port },
    close: async () => {
      await Promise.all([internal.close(), fakeStripe.close()]);
    },
  };
});
