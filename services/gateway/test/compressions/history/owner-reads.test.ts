import { describe, expect, it } from 'vitest';
import { createOwnerReads } from '../../../src/compressions/history/owner-reads.ts';

/** Returns a pending read operation, which the test completes explicitly. */
function heldRead(value: string) {
  let isRunning = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const read = async () => {
    isRunning = true;
    await promise;
    isRunning = false;
    return value;
  };
  return { read, end: resolve, isRunning: () => isRunning };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('createOwnerReads', () => {
  it('runs the reads of one owner sequentially and those of different owners concurrently', async () => {
    const reads = createOwnerReads();
    const [first, second, others] = [heldRead('first'), heldRead('second'), heldRead('others')];
    const results = [reads.run('a', first.read), reads.run('a', second.read), reads.run('b', others.read)];
    await turn();
    expect([first, second, others].map(({ isRunning }) => isRunning())).toEqual([true, false, true]);
    for (const { end } of [others, first, second]) end();
    expect(await Promise.all(results)).toEqual(['first', 'second', 'others']);
  });

  it('continues after a failed read', async () => {
    const reads = createOwnerReads();
    const failed = reads.run('a', () => Promise.reject(new Error('database is unavailable')));
    const next = reads.run('a', async () => 'next');
    await expect(failed).rejects.toThrow('database is unavailable');
    expect(await next).toBe('next');
  });

  it('shares a waiting read among its callers, but not a read that has started', async () => {
    const reads = createOwnerReads();
    const first = heldRead('before the change');
    let count = 0;
    const read = async () => {
      count += 1;
      return `after it, ${count}`;
    };
    const begun = reads.share('a', 'stats', first.read);
    await turn();
    const joined = Array.from({ length: 5 }, () => reads.share('a', 'stats', read));
    const another = reads.share('a', 'list', async () => 'a list');
    first.end();
    expect(await begun).toBe('before the change');
    expect(new Set(await Promise.all(joined))).toEqual(new Set(['after it, 1']));
    expect(await another).toBe('a list');
    expect(await reads.share('a', 'stats', read)).toBe('after it, 2');
  });
});
