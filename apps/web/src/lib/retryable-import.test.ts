import { describe, expect, it } from 'vitest';
import { retryableImport } from './retryable-import.ts';

describe('retryableImport', () => {
  it('imports as usual while nothing fails', async () => {
    const load = retryableImport(async () => ({ value: 1 }));
    expect([await load(), await load()]).toEqual([{ value: 1 }, { value: 1 }]);
  });

  it('asks for the module at another address after a failure, which it throws', async () => {
    let calls = 0;
    const load = retryableImport(async () => {
      calls += 1;
      throw new TypeError('Failed to fetch dynamically imported module: http://localhost:9/assets/a.js');
    });
    await expect(load()).rejects.toThrow('dynamically imported');
    // Nobody listens there; what matters is that the first address is not asked for again.
    await expect(load()).rejects.toThrow();
    expect(calls).toBe(1);
  });

  it('tries the same again where the failure names no address', async () => {
    let calls = 0;
    const load = retryableImport(async () => {
      calls += 1;
      if (calls === 1) throw new TypeError('Importing a module script failed.');
      return calls;
    });
    await expect(load()).rejects.toThrow();
    expect(await load()).toBe(2);
  });
});
