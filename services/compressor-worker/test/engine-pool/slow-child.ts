import { setTimeout as sleep } from 'node:timers/promises';

/** Fake engine process. It spends 600 ms in each phase named in the task's key, and then reports a corrupt image. */
process.on('disconnect', () => process.exit());
process.on('message', async ({ originalKey }: { originalKey: string }) => {
  for (const part of originalKey.split(' ')) {
    process.send?.({ type: 'at', part });
    await sleep(600);
  }
  process.send?.({ type: 'refused', code: 'corrupt_image', restBytes: 0 });
});
process.send?.({ type: 'ready' });
