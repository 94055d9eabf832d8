import { readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Fake engine process that replies with its process id. The task's key is the memory that it reports, in bytes. Processes other than the first per `TMPDIR` take one second to
 * become ready.
 */
const directory = process.env.TMPDIR ?? '';
const isFirst = readdirSync(directory).length === 0;
writeFileSync(`${directory}/${process.pid}`, '');
if (!isFirst) await sleep(1_000);
process.on('disconnect', () => process.exit());
process.on('message', ({ originalKey }: { originalKey: string }) => {
  const restBytes = Number(originalKey) || 0;
  process.send?.({ type: 'storage-unavailable', message: String(process.pid), restBytes });
});
process.send?.({ type: 'ready' });
