import { launch } from './launch.ts';
import { choosePayments } from './payments.ts';
import { startProduct } from './product.ts';
import { sellingProduct } from './services.ts';
import { buildWeb } from './web-build.ts';

/** Entry point of `npm start`: runs the whole product on this machine until Ctrl-C. */
await launch(({ stopRequest, workers, ...rest }) =>
  startProduct({
    ...rest,
    ...sellingProduct(workers, choosePayments(rest.userEnv)),
    buildWeb,
    signal: stopRequest.signal,
  }),
);
