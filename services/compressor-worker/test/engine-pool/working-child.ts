import { setTimeout as sleep } from 'node:timers/promises';

/** Fake engine process. It sleeps or computes for 1.5 seconds, depending on the task's key, and then reports an error. */
const durationMs = 1_500;
let key = '';

async function work(): Promise<void> {
  if (key === 'sleep') await sleep(durationMs);
  const end = performance.now() + durationMs;
  while (key === 'compute' && performance.now() < end);
}

process.on('disconnect', () => process.exit());
process.on('message', async ({ type, originalKey }: { type: string; originalKey?: string }) => {
  if (type === 'task') {
    key = originalKey ?? '';
    return process.send?.({ type: 'needs', megabytes: 1, costMs: 1 });
  }
  await work();
  process.send?.({ type: 'refused', code: 'corrupt_image', restBytes: 0 });
});
process.send?.({ type: 'ready' });
