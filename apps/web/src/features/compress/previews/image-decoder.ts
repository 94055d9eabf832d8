import { DecodeQueue } from './decode-queue.ts';

/** The only decoder of the page, because decoding two large images concurrently would double the memory. */
export const imageDecoder = new DecodeQueue({
  startWorker: () => new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' }),
  idleMs: 8_000,
});
