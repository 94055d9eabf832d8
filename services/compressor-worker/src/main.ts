import { readWorkerConfig } from './config.ts';
import { runWorker } from './run-worker.ts';

/** The process that compresses: object store and Redis only, no database. */
await runWorker(readWorkerConfig(process.env));
