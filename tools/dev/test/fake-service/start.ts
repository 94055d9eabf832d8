import { launch } from '../../src/launch.ts';
import { choosePayments } from '../../src/payments.ts';
import { startProduct } from '../../src/product.ts';

/**
 * Runs the same launcher as `npm start`, with real servers and fake services. An environment variable specifies the
 * data folder.
 */
const services = (process.env.FAKE_SERVICES ?? 'service').split(',').map((kind, index) => ({
  name: `${kind}-${index + 1}`,
  entry: new URL(`./${kind}.ts`, import.meta.url).pathname,
  envOf: () => ({ ...process.env, FAKE_SERVICE_NAME: kind }),
}));

await launch(
  ({ stopRequest, workers, ...rest }) =>
    startProduct({
      ...rest,
      migrations: [],
      services,
      payments: choosePayments(rest.userEnv),
      signal: stopRequest.signal,
    }),
  process.env.FAKE_LAUNCHER_DATA_DIR,
);
