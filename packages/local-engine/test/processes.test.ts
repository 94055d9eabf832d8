import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { allocatorEnv } from '@gossamer/engine/allocator-env';
import { engineProcessesOf } from '@gossamer/testkit/engine-processes';
import { noise, photo } from '@gossamer/testkit/images';
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { engineEnv } from '../src/engine-env.ts';
import type { LocalEngine } from '../src/index.ts';
import { importEngine } from './installed.ts';

const cwd = inject('engineFolder');
const waiting = { timeout: 60_000, interval: 20 };

let small: Buffer;
/** An image whose compression takes many seconds. */
let slow: Buffer;
let engine: LocalEngine;

beforeAll(async () => {
  small = await photo({ widthPx: 64, heightPx: 48 });
  slow = await noise({ widthPx: 2_400, heightPx: 2_400 });
});
afterEach(() => engine?.close());

async function open(processes: number, memoryMegabytes?: number): Promise<void> {
  engine = (await importEngine()).openEngine({ processes, memoryMegabytes });
}

/** Starts compressing the slow image. Once a codec is running, resolves with the pending call and the process id. */
async function startSlow(signal?: AbortSignal) {
  await engine.compress(small);
  const call = errorOf(engine.compress(slow, {}, { signal }));
  const [pid = 0] = await running(1);
  await sleep(500);
  return { call, pid };
}

const processIds = () => engineProcessesOf(process.pid);

/** Waits until the given number of engine processes is running. Returns their process ids. */
const running = (count: number) =>
  vi.waitFor(() => {
    const ids = processIds();
    expect(ids).toHaveLength(count);
    return ids;
  }, waiting);

/** Waits until a process has exited and its parent has collected its exit status. */
const exited = (pid: number, { timeout } = { timeout: waiting.timeout }) =>
  vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { ...waiting, timeout });

/** Returns the error with which a call rejects. */
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('engine processes', () => {
  it('are started on demand and reused', async () => {
    await open(2);
    expect(processIds()).toEqual([]);
    await engine.compress(small);
    const [first] = await running(1);
    await engine.compress(small);
    expect(processIds()).toEqual([first]);
    await Promise.all([engine.compress(small), engine.compress(small), engine.compress(small)]);
    expect(processIds()).toHaveLength(2);
  });

  it('are replaced after an image that leaves more than 300 MB in memory', async () => {
    await open(1);
    await engine.compress(await photo({ widthPx: 2_000, heightPx: 1_500 }), { format: 'jxl' });
    await running(0);
    expect((await engine.compress(small)).sizeBytes).toBeGreaterThan(0);
  });

  it('cause only their own image to fail if they are killed', async () => {
    await open(2);
    const { call, pid } = await startSlow();
    const other = engine.compress(small);
    process.kill(pid, 'SIGKILL');
    expect(await call).toMatchObject({
      code: 'engine_crashed',
      message: 'The engine crashed on this image. Export it again, or use a smaller one.',
    });
    expect((await other).sizeBytes).toBeGreaterThan(0);
    expect((await engine.compress(small)).sizeBytes).toBeGreaterThan(0);
    expect(processIds()).not.toContain(pid);
  });

  it('are replaced if they were killed while idle', async () => {
    await open(1);
    await engine.compress(small);
    const [pid = 0] = await running(1);
    process.kill(pid, 'SIGKILL');
    await exited(pid);
    expect((await engine.compress(small)).sizeBytes).toBeGreaterThan(0);
  });

  it('delay images that need more memory than is available', async () => {
    await open(2, 1);
    const controller = new AbortController();
    const { call } = await startSlow(controller.signal);
    let isDone = false;
    const other = engine.compress(small).finally(() => {
      isDone = true;
    });
    await running(2);
    // On its own, the small image takes less than a second. The slow image takes many seconds.
    await sleep(4_000);
    expect(isDone).toBe(false);
    controller.abort();
    await call;
    expect((await other).sizeBytes).toBeGreaterThan(0);
  });

  it('stop waiting for memory when their call is aborted, and release their reservation', async () => {
    await open(2, 1);
    const [first, second] = [new AbortController(), new AbortController()];
    const { call } = await startSlow(first.signal);
    const other = errorOf(engine.compress(small, {}, { signal: second.signal }));
    await running(2);
    await sleep(1_000);
    second.abort();
    expect(await other).toBe(second.signal.reason);
    first.abort();
    await call;
    expect((await engine.compress(small)).sizeBytes).toBeGreaterThan(0);
  });

  it('ignore Ctrl-C, so that only the main program can stop them', async () => {
    await open(1);
    const call = engine.compress(small);
    const [pid = 0] = await running(1);
    await call;
    process.kill(pid, 'SIGINT');
    await engine.compress(small);
    expect(processIds()).toEqual([pid]);
  });

  it('do not receive environment variables that can contain secrets', () => {
    const env = {
      PATH: '/bin',
      Path: 'C:\\',
      LC_ALL: 'C',
      GOSSAMER_API_KEY: 'gsm_x',
      AWS_SECRET_ACCESS_KEY: 'x',
    };
    expect(engineEnv(env)).toEqual({ PATH: '/bin', Path: 'C:\\', LC_ALL: 'C', ...allocatorEnv });
  });

  it('report why the engine cannot be loaded', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gossamer-incomplete-'));
    const modules = join(folder, 'node_modules');
    await mkdir(modules);
    await cp(join(cwd, 'node_modules/gossamer-engine'), join(modules, 'gossamer-engine'), {
      recursive: true,
    });
    await symlink(await realpath(join(cwd, 'node_modules/zod')), join(modules, 'zod'));
    const file = pathToFileURL(join(modules, 'gossamer-engine/dist/index.js')).href;
    const incomplete = ((await import(file)) as Awaited<ReturnType<typeof importEngine>>).openEngine();
    expect(await errorOf(incomplete.compress(small))).toMatchObject({
      code: 'engine_unavailable',
      message: expect.stringMatching(
        /^The engine could not be started: .*'sharp'.*\. Install gossamer-engine again\.$/,
      ),
    });
    incomplete.close();
    await rm(folder, { recursive: true });
  });
});

describe('an abort', () => {
  it('stops its image within a second, and other images continue', async () => {
    await open(2);
    const controller = new AbortController();
    const { call, pid } = await startSlow(controller.signal);
    const other = engine.compress(small);
    const reason = new Error('enough');
    const abortedAt = performance.now();
    controller.abort(reason);
    expect(await call).toBe(reason);
    expect(performance.now() - abortedAt).toBeLessThan(1_000);
    await exited(pid);
    expect((await other).sizeBytes).toBeGreaterThan(0);
  });

  it('rejects waiting calls and later calls with the same signal', async () => {
    await open(1);
    const controller = new AbortController();
    const { signal } = controller;
    const busy = new AbortController();
    const { call: first } = await startSlow(busy.signal);
    const second = errorOf(engine.compress(small, {}, { signal }));
    const third = engine.compress(small);
    controller.abort();
    expect(await second).toBe(signal.reason);
    expect(await errorOf(engine.compress(small, {}, { signal }))).toBe(signal.reason);
    busy.abort();
    expect(await first).toBe(busy.signal.reason);
    expect((await third).sizeBytes).toBeGreaterThan(0);
  });
});

describe('close', () => {
  it('rejects unfinished and later calls, and ends all processes', async () => {
    await open(1);
    const calls = [engine.compress(slow), engine.compress(small)].map(errorOf);
    await running(1);
    engine.close();
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: 'engine_closed' });
    expect(await errorOf(engine.compress(small))).toMatchObject({ code: 'engine_closed' });
    await running(0);
  });

  it('lets the program exit', async () => {
    const script = `
      import { openEngine } from 'gossamer-engine';
      const engine = openEngine();
      const { sizeBytes } = await engine.compress(Buffer.from('${small.toString('base64')}', 'base64'));
      engine.close();
      process.stdout.write(String(sizeBytes > 0));
    `;
    const child = runScript(script);
    const [output] = await once(child.stdout, 'data');
    expect([String(output), await once(child, 'exit')]).toEqual(['true', [0, null]]);
  });
});

it('engine processes exit if their parent process is killed', async () => {
  const script = `
    import { openEngine } from 'gossamer-engine';
    const bytes = Buffer.concat(await process.stdin.toArray());
    await openEngine({ processes: 1 }).compress(bytes);
  `;
  const child = runScript(script);
  child.stdin.end(slow);
  const [pid = 0] = await vi.waitFor(() => {
    const ids = engineProcessesOf(child.pid);
    expect(ids).toHaveLength(1);
    return ids;
  }, waiting);
  await sleep(1_000);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The timeout is shorter than the time that the image takes.
  await exited(pid, { timeout: 5_000 });
});

const runScript = (script: string) =>
  spawn(process.execPath, ['--input-type=module', '-e', script], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
