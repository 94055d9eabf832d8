import { setTimeout as sleep } from 'node:timers/promises';

/** A fake engine: takes 600 ms for each phase that its task's key names, then replies that the image is corrupt. */
process.on('disconnect', () => process.exit());
process.on('message', async ({ originalKey }: { originalKey: string }) => {
  for (const part of originalKey.split(' ')) {
    process.send?.({ type: 'at', part });
    await sleep(600);
  }
  process.send?.({ type: 'refused', code: 'corrupt_image', restBytes: 0 });
});
process.send?.({ type: 'ready' });
