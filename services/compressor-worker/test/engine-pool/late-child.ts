import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A fake engine process. The first one per `TMPDIR` is ready too late; all reply with the key in their task. */
const mark = `${process.env.TMPDIR}/was-late`;
if (!existsSync(mark)) {
  writeFileSync(mark, '');
  await sleep(5_000);
}
process.on('disconnect', () => process.exit());
process.on('message', async ({ originalKey }: { originalKey: string }) => {
  await sleep(200);
  process.send?.({ type: 'storage-unavailable', message: originalKey, restBytes: 0 });
});
process.send?.({ type: 'ready' });
