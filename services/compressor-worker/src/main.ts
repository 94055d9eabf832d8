import { startTracing } from '@gossamer/service-kit/tracing';
import { readWorkerConfig } from './config.ts';
import { runWorker } from './run-worker.ts';

/** Entry point of the worker process, which uses storage and Redis but no database. */
const config = readWorkerConfig(process.env);
await startTracing('compressor-worker', config.tracing);
await runWorker(config);
