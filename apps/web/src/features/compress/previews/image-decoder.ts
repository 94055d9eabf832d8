import { DecodeQueue } from './decode-queue.ts';

/** The page's only decoder, because decoding two large images at once would need twice the memory. */
export const imageDecoder = new DecodeQueue({
  startWorker: () => new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' }),
  idleMs: 8_000,
});
