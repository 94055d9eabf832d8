import { readWorkerConfig } from '@gossamer/compressor-worker/config';
import { runWorker } from '@gossamer/compressor-worker/run-worker';

/** Runs a worker with an engine that does no work, to measure the overhead of the rest of the product. */
await runWorker(readWorkerConfig(process.env), new URL('./child.ts', import.meta.url));
