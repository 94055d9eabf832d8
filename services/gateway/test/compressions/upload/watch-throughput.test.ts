import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { watchThroughput } from '../../../src/compressions/upload/watch-throughput.ts';

async function* chunks(count: number, pauseMs: number): AsyncGenerator<Buffer> {
  for (let n = 0; n < count; n += 1) {
    if (pauseMs > 0) await sleep(pauseMs);
    yield Buffer.alloc(10, n);
  }
}

async function read(body: AsyncGenerator<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  return bytes;
}

describe('watchThroughput', () => {
  it('forwards all bytes unchanged', async () => {
    expect(await read(watchThroughput(chunks(5, 1), { idleTimeoutMs: 1_000, minBytesPerSecond: 1 }))).toBe(
      50,
    );
  });

  it.each([0, 1])(
    'times out if no data arrives, given a minimum throughput of %i bytes per second',
    async (minBytesPerSecond) => {
      const silent = watchThroughput(chunks(2, 200), { idleTimeoutMs: 50, minBytesPerSecond });
      await expect(read(silent)).rejects.toMatchObject({ code: 'upload_timeout' });
    },
  );

  it('requires no minimum throughput if none is configured', async () => {
    expect(await read(watchThroughput(chunks(3, 20), { idleTimeoutMs: 1_000, minBytesPerSecond: 0 }))).toBe(
      30,
    );
  });

  it('times out below the minimum throughput after the grace period', async () => {
    const clock = vi.spyOn(performance, 'now');
    let nowMs = 0;
    clock.mockImplementation(() => nowMs);
    async function* trickle() {
      for (;;) {
        nowMs += 10_000;
        yield Buffer.alloc(1);
      }
    }
    const slow = watchThroughput(trickle(), { idleTimeoutMs: 15_000, minBytesPerSecond: 4_096 });
    await expect(read(slow)).rejects.toMatchObject({ code: 'upload_timeout' });
    expect(nowMs).toBe(30_000);
    clock.mockRestore();
  });
});
