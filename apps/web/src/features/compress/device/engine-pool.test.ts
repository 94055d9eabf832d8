import { defaultSettings } from '@gossamer/contracts/settings';
import type { EngineOrder, EngineReply } from '@gossamer/engine/browser/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceError } from './device-error.ts';
import { createEnginePool } from './engine-pool.ts';

/**
 * Fake worker that sends the replies that the test specifies. jsdom has no workers; on-device.e2e.ts tests real ones.
 */
class ScriptedWorker extends EventTarget {
  onmessage: ((event: MessageEvent<EngineReply>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  orders: EngineOrder['type'][] = [];
  isTerminated = false;

  postMessage(order: EngineOrder) {
    this.orders.push(order.type);
  }
  terminate() {
    this.isTerminated = true;
  }
  async reply(reply: EngineReply | { type: 'done' }) {
    this.onmessage?.(new MessageEvent('message', { data: reply as EngineReply }));
    await settled();
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const job = { file: new Blob(['an image']), settings: defaultSettings, maxPixels: 1e8 };
const needs = (megabytes: number): EngineReply => ({ type: 'needs', megabytes, costMs: 1 });
const { signal: never } = new AbortController();

function openPool(limits: { maxWorkers: number; megabytes: number }) {
  const workers: ScriptedWorker[] = [];
  const createWorker = () => {
    workers.push(new ScriptedWorker());
    return workers.at(-1) as unknown as Worker;
  };
  return { workers, pool: createEnginePool({ createWorker, ...limits }) };
}

/** Returns an object whose `value` or `reason` is set once the promise is settled. */
function watch(work: Promise<unknown>) {
  const outcome: { value?: unknown; reason?: string } = {};
  work.then(
    (value) => (outcome.value = value),
    (error: unknown) =>
      (outcome.reason = error instanceof DeviceError ? error.failure.reason : String(error)),
  );
  return outcome;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the engine pool', () => {
  it('starts one worker per image up to the maximum, and reuses workers', async () => {
    const { workers, pool } = openPool({ maxWorkers: 2, megabytes: 2_000 });
    const outcomes = [1, 2, 3].map(() => watch(pool.compress(job, never)));
    await settled();
    expect(workers.map(({ orders }) => orders)).toEqual([[], []]);
    await workers[0]?.reply({ type: 'ready' });
    await workers[0]?.reply(needs(300));
    await workers[0]?.reply({ type: 'done' });
    expect(outcomes[0]?.value).toEqual({ type: 'done' });
    expect(workers.map(({ orders }) => orders)).toEqual([['compress', 'go', 'compress'], []]);
  });

  it('uses a prepared worker for the next image', async () => {
    const { workers, pool } = openPool({ maxWorkers: 2, megabytes: 2_000 });
    pool.prepare();
    pool.prepare();
    await workers[0]?.reply({ type: 'ready' });
    const outcome = watch(pool.compress(job, never));
    pool.prepare();
    await settled();
    expect(workers.map(({ orders }) => orders)).toEqual([['compress']]);
    await workers[0]?.reply(needs(300));
    await workers[0]?.reply({ type: 'done' });
    expect(outcome.value).toEqual({ type: 'done' });
  });

  it('waits for a prepared worker that is still loading the engine', async () => {
    const { workers, pool } = openPool({ maxWorkers: 2, megabytes: 2_000 });
    pool.prepare();
    watch(pool.compress(job, never));
    await settled();
    expect(workers.map(({ orders }) => orders)).toEqual([[]]);
    await workers[0]?.reply({ type: 'ready' });
    expect(workers.map(({ orders }) => orders)).toEqual([['compress']]);
  });

  it('terminates a prepared worker only after the engine has been loaded and idle for 30 seconds', async () => {
    const { workers, pool } = openPool({ maxWorkers: 1, megabytes: 2_000 });
    pool.prepare();
    await vi.advanceTimersByTimeAsync(60_000);
    await workers[0]?.reply({ type: 'ready' });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(workers[0]?.isTerminated).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(workers[0]?.isTerminated).toBe(true);
  });

  it('replaces a prepared worker that cannot load the engine', async () => {
    const { workers, pool } = openPool({ maxWorkers: 1, megabytes: 2_000 });
    pool.prepare();
    await workers[0]?.reply({ type: 'broken', message: 'the network is unreachable' });
    expect(workers[0]?.isTerminated).toBe(true);
    watch(pool.compress(job, never));
    await settled();
    expect(workers).toHaveLength(2);
  });

  it('delays an image until enough memory is available', async () => {
    const { workers, pool } = openPool({ maxWorkers: 2, megabytes: 500 });
    for (const _ of [1, 2]) watch(pool.compress(job, never));
    await settled();
    for (const worker of workers) await worker.reply({ type: 'ready' });
    for (const worker of workers) await worker.reply(needs(300));
    expect(workers.map(({ orders }) => orders)).toEqual([['compress', 'go'], ['compress']]);
    await workers[0]?.reply({ type: 'done' });
    expect(workers[1]?.orders).toEqual(['compress', 'go']);
  });

  it.each<[string, EngineReply[]]>([
    ['device_memory', [needs(501)]],
    ['device_cloud_only', [{ type: 'cloud-only', feature: 'jxl' }]],
    ['device_failed', [needs(300), { type: 'broken', message: 'out of memory' }]],
    ['corrupt_image', [needs(300), { type: 'refused', code: 'corrupt_image' }]],
  ])('reports the reason if an image cannot be compressed: %s', async (reason, replies) => {
    const { workers, pool } = openPool({ maxWorkers: 1, megabytes: 500 });
    const outcome = watch(pool.compress(job, never));
    await settled();
    await workers[0]?.reply({ type: 'ready' });
    for (const reply of replies) await workers[0]?.reply(reply);
    expect(outcome.reason).toBe(reason);
  });

  it('terminates the worker of an aborted image and continues with the next image', async () => {
    const { workers, pool } = openPool({ maxWorkers: 1, megabytes: 500 });
    const removal = new AbortController();
    const removed = watch(pool.compress(job, removal.signal));
    watch(pool.compress(job, never));
    await settled();
    await workers[0]?.reply({ type: 'ready' });
    removal.abort();
    await settled();
    expect(removed.reason).toMatch(/AbortError/);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  });

  it('terminates a worker that does not reply, and reports the image as failed', async () => {
    const { workers, pool } = openPool({ maxWorkers: 1, megabytes: 500 });
    const outcome = watch(pool.compress(job, never));
    await settled();
    await workers[0]?.reply({ type: 'ready' });
    await workers[0]?.reply({ type: 'needs', megabytes: 300, costMs: 1_000 });
    await vi.advanceTimersByTimeAsync(79_999);
    expect(outcome.reason).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome.reason).toBe('device_failed');
    expect(workers[0]?.isTerminated).toBe(true);
  });

  it('terminates workers whose image needed more than 400 MB, and idle workers after 30 seconds', async () => {
    const { workers, pool } = openPool({ maxWorkers: 2, megabytes: 2_000 });
    for (const megabytes of [401, 400]) {
      watch(pool.compress(job, never));
      await settled();
      await workers.at(-1)?.reply({ type: 'ready' });
      await workers.at(-1)?.reply(needs(megabytes));
      await workers.at(-1)?.reply({ type: 'done' });
    }
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
  });
});
