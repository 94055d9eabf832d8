import { DecodeQueue } from './decode-queue.ts';

/** The page's only image decoder. Decoding two large images concurrently would double the memory usage. */
export const imageDecoder = new DecodeQueue({
  startWorker: () => new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' }),
  idleMs: 8_000,
});
