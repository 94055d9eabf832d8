import { launch } from './launch.ts';
import { startProduct } from './product.ts';
import { migrations, productServices } from './services.ts';
import { buildWeb } from './web-build.ts';

/** `npm start`: the whole product on this machine, until Ctrl-C. */
await launch(({ stopRequest, workers, ...rest }) =>
  startProduct({
    ...rest,
    migrations,
    services: productServices(workers),
    buildWeb,
    signal: stopRequest.signal,
  }),
);
