import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createUploadSlots } from '../../src/upload/upload-slots.ts';

describe('upload slots', () => {
  it('go to whoever came first, and are given back once', async () => {
    const slots = createUploadSlots({ slots: 1, queue: 2, queueTimeoutMs: 1_000 });
    const release = await slots.take();
    const order: string[] = [];
    const second = slots.take().then((next) => {
      order.push('second');
      return next;
    });
    const third = slots.take().then(() => order.push('third'));
    expect([slots.taken, slots.waiting]).toEqual([1, 2]);
    release();
    release();
    (await second)();
    await third;
    expect(order).toEqual(['second', 'third']);
    expect([slots.taken, slots.waiting]).toEqual([1, 0]);
  });

  it('are refused when too many wait, and to whoever waits too long', async () => {
    const slots = createUploadSlots({ slots: 1, queue: 1, queueTimeoutMs: 30 });
    await slots.take();
    const waiting = slots.take();
    await expect(slots.take()).rejects.toMatchObject({ code: 'server_busy', retryAfterSeconds: 5 });
    await expect(waiting).rejects.toMatchObject({ code: 'server_busy' });
    await sleep(10);
    expect(slots.waiting).toBe(0);
  });
});
