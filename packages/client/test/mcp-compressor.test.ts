import { setTimeout as sleep } from 'node:timers/promises';
import { engineProcessesOf } from '@gossamer/testkit/engine-processes';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SharedCompressor } from '../src/mcp/shared-compressor.ts';
import { type FlakyServer, json, problem, startFlakyServer } from './flaky-server.ts';

const { signal } = new AbortController();
const idleMs = 200;

describe('the shared compressor of the API', () => {
  let server: FlakyServer;
  let shared: SharedCompressor;

  beforeEach(async () => {
    const limits = { maxFileBytes: 9_000 };
    server = await startFlakyServer([problem(401, 'invalid_api_key'), json(200, { limits })]);
    const flags = { baseUrl: server.url, concurrency: 2 };
    shared = new SharedCompressor(flags, { env: { GOSSAMER_API_KEY: 'gsm_x' }, signal }, idleMs);
  });
  afterEach(async () => {
    shared.close();
    await server.close();
  });

  it('is opened by the first calls, and again after a failure and after it was idle', async () => {
    await expect(shared.open(signal)).rejects.toThrow();
    const opened = await Promise.all([shared.open(signal), shared.open(signal)]);
    expect(opened.map(({ maxFileBytes }) => maxFileBytes)).toEqual([9_000, 9_000]);
    expect(server.seen).toHaveLength(2);
    // Work that takes longer than the idle time keeps it open.
    await shared.process(signal, () => sleep(idleMs * 2));
    expect(await shared.open(signal)).toBe(opened[0]);
    await sleep(idleMs * 2);
    expect(await shared.open(signal)).not.toBe(opened[0]);
    expect(server.seen).toHaveLength(3);
  });

  it('limits the images in progress of all calls together', async () => {
    await expect(shared.open(signal)).rejects.toThrow();
    let [running, most] = [0, 0];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(20);
      running -= 1;
    };
    await Promise.all(Array.from({ length: 9 }, () => shared.process(signal, work)));
    expect(most).toBe(2);
  });

  it('does not begin with images of a call that was cancelled while they waited', async () => {
    await expect(shared.open(signal)).rejects.toThrow();
    const cancel = new AbortController();
    const begun: number[] = [];
    const calls = Array.from({ length: 5 }, (_, index) =>
      shared.process(cancel.signal, async () => {
        begun.push(index);
        await sleep(50);
        cancel.abort('cancelled');
      }),
    );
    const settled = await Promise.allSettled(calls);
    expect(begun).toEqual([0, 1]);
    expect(settled.slice(2)).toEqual(Array(3).fill({ status: 'rejected', reason: 'cancelled' }));
  });
});

describe('the shared compressor of the local engine', () => {
  it('ends its processes when it has been idle', async () => {
    const shared = new SharedCompressor({ local: true, concurrency: 1 }, { env: {}, signal }, idleMs);
    const image = { bytes: new Uint8Array(await photo({ widthPx: 80, heightPx: 60 })), filename: 'a.jpg' };
    const compress = () => shared.process(signal, (compressor) => compressor.compress(image, {}, signal));
    const { sha256 } = await compress();
    expect(engineProcessesOf(process.pid)).toHaveLength(1);
    await waitFor('the processes to end', () => engineProcessesOf(process.pid).length === 0, 10_000);
    expect((await compress()).sha256).toBe(sha256);
    shared.close();
  });
});
