import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '@gossamer/contracts/settings';
import { afterEach, expect, it, vi } from 'vitest';
import { createAdmission } from '../../src/engine-pool/admission.ts';
import { createEngineProcess, type EngineProcess } from '../../src/engine-pool/engine-process.ts';

let slot: EngineProcess;

afterEach(() => {
  slot.close();
  vi.unstubAllEnvs();
});

/** What becomes of a task that the child knows by its original's key. */
const run = (originalKey: string) =>
  slot
    .run({
      ...{ type: 'task', originalKey, resultKey: 'r', previewKey: 'p', maxPixels: 1, effort: 'fast' },
      settings: defaultSettings,
    })
    .catch((error: Error) => error.message);

function openEngineProcess(childName: string, timeoutMs: number, restMemoryBytes = 2 ** 31): void {
  slot = createEngineProcess({
    admission: createAdmission(1_000),
    childFile: new URL(`./${childName}.ts`, import.meta.url),
    // A busy machine takes more than a second to start a process.
    startTimeoutMs: 4_000,
    timeoutMs,
    memoryBytes: 2 ** 31,
    restMemoryBytes,
  });
}

it('takes no word of a child that was not ready in time for the answer to a later image', async () => {
  vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'gossamer-slot-')));
  openEngineProcess('late-child', 8_000);
  expect([await run('a'), await run('b'), await run('c'), await run('d')]).toEqual([
    'engine child did not start',
    'b',
    'c',
    'd',
  ]);
});

it.each([
  ['engine store engine store', 5_000, 'corrupt_image'],
  ['engine store engine store', 900, 'corrupt_image'],
  ['store engine', 400, 'the store was too slow'],
  ['engine store', 400, 'processing_timeout'],
])('the time of %s at %i ms each is up where it is: %s', async (parts, timeoutMs, answer) => {
  openEngineProcess('slow-child', timeoutMs);
  expect(await run(parts)).toBe(answer);
});

it('replaces a child that rests too high at once, so that no image waits for the next one', async () => {
  openEngineProcess('slow-child', 5_000, -1);
  await slot.warm();
  const first = slot.pid;
  expect(await run('engine')).toBe('corrupt_image');
  const second = slot.pid;
  expect(second).not.toBe(first);
  expect(await run('engine')).toBe('corrupt_image');
  expect(slot.pid).not.toBe(second);
});
