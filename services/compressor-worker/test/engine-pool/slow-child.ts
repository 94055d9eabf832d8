import { setTimeout as sleep } from 'node:timers/promises';

/** Stands in for an engine: takes 600 ms at each of the parts that its task's key names, and says then that it ended. */
process.on('disconnect', () => process.exit());
process.on('message', async ({ originalKey }: { originalKey: string }) => {
  for (const part of originalKey.split(' ')) {
    process.send?.({ type: 'at', part });
    await sleep(600);
  }
  process.send?.({ type: 'refused', code: 'corrupt_image', restBytes: 0 });
});
process.send?.({ type: 'ready' });
