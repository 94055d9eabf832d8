import { DecodeQueue } from './decode-queue.ts';

/** The one worker of the page: two large images at once would need twice the memory. */
export const imageDecoder = new DecodeQueue({
  startWorker: () => new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' }),
  idleMs: 8_000,
});
