import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Fake engine process that replies with the key in its task. The first process per `TMPDIR` takes too long to become
 * ready.
 */
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
