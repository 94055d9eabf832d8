import { setTimeout as sleep } from 'node:timers/promises';

const durationMs = 1_500;
let key = '';

/**
 * Fake engine process. Depending on the task's key, it sleeps or waits for storage for 1.5 seconds, or uses as much
 * processor time, and then reports an error.
 */
async function work(): Promise<void> {
  if (key === 'store') process.send?.({ type: 'at', part: 'store' });
  if (key !== 'compute') return sleep(durationMs);
  const before = process.cpuUsage();
  while (process.cpuUsage(before).user < durationMs * 1_000);
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
