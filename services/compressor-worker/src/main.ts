import { startTracing } from '@gossamer/service-kit/tracing';
import { readWorkerConfig } from './config.ts';
import { runWorker } from './run-worker.ts';

/** The process that compresses: object store and Redis only, no database. */
const config = readWorkerConfig(process.env);
await startTracing('compressor-worker', config.tracing);
await runWorker(config);
