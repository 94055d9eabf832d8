import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '@gossamer/contracts/settings';
import { createAdmission } from '@gossamer/engine/admission';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createEngineProcess,
  type EngineProcess,
  type RunOptions,
} from '../../src/engine-pool/engine-process.ts';

let engineProcess: EngineProcess;

afterEach(() => {
  engineProcess.close();
  vi.unstubAllEnvs();
});

/**
 * Runs a task in the fake engine process, which identifies the task by its original's key. Resolves with the error
 * message.
 */
const run = (originalKey: string, options: RunOptions = {}) =>
  engineProcess
    .run(
      {
        type: 'task',
        originalKey,
        resultKey: 'r',
        previewKey: 'p',
        maxPixels: 1,
        effort: 'fast',
        settings: defaultSettings,
      },
      options,
    )
    .catch((error: Error) => error.message);

function openEngineProcess(childName: string, timeoutMs: number, restMemoryBytes = 2 ** 31): void {
  engineProcess = createEngineProcess({
    admission: createAdmission(1_000),
    childFile: new URL(`./${childName}.ts`, import.meta.url),
    // Starting a process can take more than a second on a busy machine.
    startTimeoutMs: 4_000,
    timeoutMs,
    memoryBytes: 2 ** 31,
    restMemoryBytes,
  });
}

it('an engine process ignores a late message that belongs to an earlier image', async () => {
  vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'gossamer-engine-process-')));
  openEngineProcess('late-child', 8_000);
  expect([await run('a'), await run('b'), await run('c'), await run('d')]).toEqual([
    'engine process did not start in time',
    'b',
    'c',
    'd',
  ]);
});

it.each([
  ['engine store engine store', 5_000, 'corrupt_image'],
  ['engine store engine store', 900, 'corrupt_image'],
  ['store engine', 400, 'storage timed out'],
  ['engine store', 400, 'processing_timeout'],
])(
  'the time limit restarts in each phase of a job: "%s" with a limit of %i ms ends with %s',
  async (parts, timeoutMs, answer) => {
    openEngineProcess('slow-child', timeoutMs);
    expect(await run(parts)).toBe(answer);
  },
);

it.each([
  ['sleep', 600, 'corrupt_image'],
  ['sleep', 300, 'processing_timeout'],
  ['compute', 600, 'processing_timeout'],
])(
  'the processor time is limited, and the elapsed time is limited to four times as much: "%s" with %i ms ends with %s',
  async (work, processorTimeoutMs, answer) => {
    openEngineProcess('working-child', 20_000);
    expect(await run(work, { processorTimeoutMs })).toBe(answer);
  },
);

it('the limit of processor time does not apply to storage accesses', async () => {
  openEngineProcess('working-child', 700);
  expect(await run('store', { processorTimeoutMs: 20_000 })).toBe('storage timed out');
});

describe('an engine process that uses too much memory while idle', () => {
  it('is replaced', async () => {
    openEngineProcess('slow-child', 5_000, -1);
    await engineProcess.warm();
    const first = engineProcess.pid;
    expect(await run('engine')).toBe('corrupt_image');
    await vi.waitUntil(() => engineProcess.pid !== first, startMs);
    const second = engineProcess.pid;
    expect(await run('engine')).toBe('corrupt_image');
    await vi.waitUntil(() => engineProcess.pid !== second, startMs);
  });

  it('serves further images until its replacement is ready', async () => {
    vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'gossamer-engine-process-')));
    openEngineProcess('late-replacement', 8_000, -1);
    const first = await run('image');
    expect(await run('image')).toBe(first);
    await vi.waitUntil(() => String(engineProcess.pid) !== first, startMs);
    const second = String(engineProcess.pid);
    expect(await run('image')).toBe(second);
    await vi.waitUntil(() => !isRunning(String(first)), startMs);
  });

  it('serves no further image if it uses more than a quarter of the memory limit', async () => {
    vi.stubEnv('TMPDIR', mkdtempSync(join(tmpdir(), 'gossamer-engine-process-')));
    openEngineProcess('late-replacement', 8_000, 0);
    const first = await run(String(2 ** 29));
    expect(await run(String(2 ** 29 + 1))).toBe(first);
    expect(await run('image')).not.toBe(first);
    await vi.waitUntil(() => !isRunning(String(first)), startMs);
  });

  it('is killed, along with the replacement that is still starting, when the worker shuts down', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'gossamer-engine-process-'));
    vi.stubEnv('TMPDIR', directory);
    openEngineProcess('late-replacement', 8_000, -1);
    await run('image');
    const pids = () => readdirSync(directory);
    await vi.waitUntil(() => pids().length === 2, startMs);
    engineProcess.close();
    await vi.waitUntil(() => !pids().some(isRunning), startMs);
  });
});

const startMs = 4_000;

function isRunning(pid: string): boolean {
  try {
    // A killed child remains a zombie until Node.js has read its exit code.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
