import { readWorkerConfig } from '@gossamer/compressor-worker/config';
import { runWorker } from '@gossamer/compressor-worker/run-worker';

/** Runs the worker with an engine that does nothing, to measure everything around the engine. */
await runWorker(readWorkerConfig(process.env), new URL('./child.ts', import.meta.url));
