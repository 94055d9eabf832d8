import { readWorkerConfig } from '@gossamer/compressor-worker/config';
import { runWorker } from '@gossamer/compressor-worker/run-worker';

/** The worker as it is, with an engine that does nothing: what is left is everything around the engine. */
await runWorker(readWorkerConfig(process.env), new URL('./child.ts', import.meta.url));
