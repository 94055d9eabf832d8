import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createMemoryLimiter } from '../../../src/compressions/upload/memory-limiter.ts';

describe('the memory limiter', () => {
  it('grants reservations in order of arrival, and releases each one only once', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 2, queueTimeoutMs: 1_000 });
    const { release } = await room.take(100);
    const order: string[] = [];
    const second = room.take(100).then((next) => {
      order.push('second');
      return next;
    });
    const third = room.take(100).then(() => order.push('third'));
    expect([room.takenBytes, room.waiting]).toEqual([100, 2]);
    release();
    release();
    (await second).release();
    await third;
    expect(order).toEqual(['second', 'third']);
    expect([room.takenBytes, room.waiting]).toEqual([100, 0]);
  });

  it('rejects reservations when the queue is full or the wait times out', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 1, queueTimeoutMs: 30 });
    await room.take(60);
    const waiting = room.take(60);
    await expect(room.take(1)).rejects.toMatchObject({ code: 'server_busy', retryAfterSeconds: 5 });
    await expect(waiting).rejects.toMatchObject({ code: 'server_busy' });
    await sleep(10);
    expect(room.waiting).toBe(0);
  });

  it('grants many small reservations concurrently', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 0, queueTimeoutMs: 1_000 });
    await Promise.all(Array.from({ length: 10 }, () => room.take(10)));
    expect(room.takenBytes).toBe(100);
    await expect(room.take(1)).rejects.toMatchObject({ code: 'server_busy' });
  });

  it('queues small reservations behind a large one until the large one times out', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 5, queueTimeoutMs: 60 });
    await room.take(60);
    const large = room.take(100);
    await sleep(20);
    let isIn = false;
    const small = room.take(10).then(() => {
      isIn = true;
    });
    await sleep(5);
    expect(isIn).toBe(false);
    await expect(large).rejects.toMatchObject({ code: 'server_busy' });
    await small;
    expect(room.takenBytes).toBe(70);
  });

  it('grants a reservation larger than the total memory only while there are no other reservations', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 1, queueTimeoutMs: 1_000 });
    const { release } = await room.take(1_000);
    expect(room.takenBytes).toBe(100);
    release();
    expect(room.takenBytes).toBe(0);
  });

  it('reserves a quarter of the memory for fast uploads, even if many slow ones wait', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 4, queueTimeoutMs: 1_000 });
    const slow = { isSlow: true };
    const held = await Promise.all([room.take(25, slow), room.take(25, slow), room.take(25, slow)]);
    const waiting = [1, 2, 3].map(() => room.take(25, slow));
    await expect(room.take(25, slow)).rejects.toMatchObject({ code: 'server_busy' });
    const { release } = await room.take(25);
    const quick = room.take(25);
    release();
    (await quick).release();
    expect([room.takenBytes, room.waiting]).toEqual([75, 3]);
    for (const one of held) one.release();
    for (const one of await Promise.all(waiting)) one.release();
    expect(room.takenBytes).toBe(0);
  });

  it('grants the only slow upload more memory than the maximum share for slow uploads', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 4, queueTimeoutMs: 1_000 });
    const { release } = await room.take(100, { isSlow: true });
    const other = room.take(100, { isSlow: true });
    release();
    (await other).release();
    expect(room.takenBytes).toBe(0);
  });

  it('aborts an upload that becomes slow while others wait', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 4, queueTimeoutMs: 1_000 });
    const held = await Promise.all([1, 2, 3, 4].map(() => room.take(25)));
    // All slow uploads may continue while no other upload is waiting.
    expect(held.map((one) => one.markSlow())).toEqual([true, true, true, true]);
    const waiting = room.take(25);
    // While another upload is waiting, only three of the four slow uploads fit into their share of the memory.
    expect(held.map((one) => one.markSlow())).toEqual([true, true, true, false]);
    held[3]?.release();
    (await waiting).release();
    for (const one of held) one.release();
    expect(room.takenBytes).toBe(0);
  });

  it('grants each sender at most half of the memory and half of the queue', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 4, queueTimeoutMs: 1_000 });
    const greedy = { isSlow: false, name: 'greedy' };
    const held = await Promise.all([room.take(25, greedy), room.take(25, greedy)]);
    const waiting = [1, 2].map(() => room.take(25, greedy));
    await expect(room.take(25, greedy)).rejects.toMatchObject({ code: 'server_busy' });
    const other = await room.take(25, { isSlow: false, name: 'other' });
    expect([room.takenBytes, room.waiting]).toEqual([75, 2]);
    for (const one of [...held, other]) one.release();
    for (const one of await Promise.all(waiting)) one.release();
    expect([room.takenBytes, room.waiting]).toEqual([0, 0]);
  });
});
