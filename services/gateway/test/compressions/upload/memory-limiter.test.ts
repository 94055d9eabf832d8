import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createMemoryLimiter } from '../../../src/compressions/upload/memory-limiter.ts';

describe('the room for uploads', () => {
  it('goes to whoever came first, and is given back once', async () => {
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

  it('is refused when too many wait, and to whoever waits too long', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 1, queueTimeoutMs: 30 });
    await room.take(60);
    const waiting = room.take(60);
    await expect(room.take(1)).rejects.toMatchObject({ code: 'server_busy', retryAfterSeconds: 5 });
    await expect(waiting).rejects.toMatchObject({ code: 'server_busy' });
    await sleep(10);
    expect(room.waiting).toBe(0);
  });

  it('holds many small ones at once', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 0, queueTimeoutMs: 1_000 });
    await Promise.all(Array.from({ length: 10 }, () => room.take(10)));
    expect(room.takenBytes).toBe(100);
    await expect(room.take(1)).rejects.toMatchObject({ code: 'server_busy' });
  });

  it('lets small ones wait behind a large one, until that gives up', async () => {
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

  it('takes one that is larger than all of it, alone', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 1, queueTimeoutMs: 1_000 });
    const { release } = await room.take(1_000);
    expect(room.takenBytes).toBe(100);
    release();
    expect(room.takenBytes).toBe(0);
  });

  it('keeps a quarter for those who are done soon, however many slow ones come', async () => {
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

  it('lets one slow sender of a large file in all the same', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 4, queueTimeoutMs: 1_000 });
    const { release } = await room.take(100, { isSlow: true });
    const other = room.take(100, { isSlow: true });
    release();
    (await other).release();
    expect(room.takenBytes).toBe(0);
  });

  it('lets nobody keep it by becoming slow later, where others wait', async () => {
    const room = createMemoryLimiter({ memoryBytes: 100, queue: 4, queueTimeoutMs: 1_000 });
    const held = await Promise.all([1, 2, 3, 4].map(() => room.take(25)));
    // Nobody waits: whoever is slow may go on.
    expect(held.map((one) => one.markSlow())).toEqual([true, true, true, true]);
    const waiting = room.take(25);
    // The fourth is beyond their share, and somebody waits.
    expect(held.map((one) => one.markSlow())).toEqual([true, true, true, false]);
    held[3]?.release();
    (await waiting).release();
    for (const one of held) one.release();
    expect(room.takenBytes).toBe(0);
  });

  it('gives one sender half of it, and of the places to wait', async () => {
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
