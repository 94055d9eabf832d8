import { setTimeout as sleep } from 'node:timers/promises';
import { photo } from '@gossamer/testkit/images';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../src/maintenance/sweep.ts';
import {
  accept,
  clearAll,
  rowOf,
  startGateway,
  startWorker,
  storedKeys,
  type TestGateway,
  type TestWorker,
} from '../gateway.ts';

let gateway: TestGateway;
let worker: TestWorker | undefined;
let image: Buffer;

beforeAll(async () => {
  image = await photo({ widthPx: 32, heightPx: 24 });
  gateway = await startGateway();
  return () => gateway.close();
});

beforeEach(() => clearAll(gateway));

afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

/** Milliseconds to wait. More than a second is necessary, because buckets round object timestamps to whole seconds. */
const clockStepMs = 1_100;

/** Waits between storing old and new objects. Returns a function that returns the minimum age of the old objects. */
async function letAge(): Promise<() => number> {
  await sleep(clockStepMs);
  const border = Date.now();
  await sleep(clockStepMs);
  return () => Date.now() - border;
}

describe('the sweeper', () => {
  it('deletes only old stored objects that no database row references', async () => {
    worker = startWorker(gateway);
    const id = await accept(gateway, image);
    const { result_key: resultKey, preview_key: previewKey } = await rowOf(gateway, id);
    const orphans = [`originals/${'q'.repeat(32)}`, `results/${id}/9-9`, `results/${'q'.repeat(32)}/1-1`];
    for (const key of orphans) await gateway.deps.storage.put(key, Buffer.from('x'));
    const sinceOldMs = await letAge();
    await gateway.deps.storage.put(`originals/${'r'.repeat(32)}`, Buffer.from('young'));

    expect(await sweep(gateway.deps, sinceOldMs())).toBe(3);
    expect(await storedKeys(gateway)).toEqual(
      [`originals/${id}`, `originals/${'r'.repeat(32)}`, String(resultKey), String(previewKey)].sort(),
    );
  });

  it('keeps the stored objects of a compression that is not finalized', async () => {
    const id = await accept(gateway, image);
    await gateway.deps.storage.put(`results/${id}/1-1`, Buffer.from('in progress'));
    const sinceOldMs = await letAge();
    expect(await sweep(gateway.deps, sinceOldMs())).toBe(0);
  });
});
