import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '@gossamer/contracts/settings';
import { afterEach, expect, it, vi } from 'vitest';
import { createAdmission } from '../../src/slots/admission.ts';
import { createSlot, type Slot } from '../../src/slots/slot.ts';

let slot: Slot;

afterEach(() => {
  slot.close();
  vi.unstubAllEnvs();
});

it('takes no word of a child that was not ready in time for the answer to a later picture', async () => {
  vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'gossamer-slot-')));
  slot = createSlot({
    admission: createAdmission(1_000),
    childFile: new URL('./late-child.ts', import.meta.url),
    startTimeoutMs: 1_000,
    timeoutMs: 5_000,
    memoryBytes: 2 ** 31,
    restMemoryBytes: 2 ** 31,
  });
  const run = (originalKey: string) =>
    slot
      .run({
        ...{ type: 'task', originalKey, resultKey: 'r', previewKey: 'p', maxPixels: 1, pace: 'fast' },
        settings: defaultSettings,
      })
      .catch((error: Error) => error.message);
  expect([await run('a'), await run('b'), await run('c'), await run('d')]).toEqual([
    'engine child did not start',
    'b',
    'c',
    'd',
  ]);
});
