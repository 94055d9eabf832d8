// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { retryableImport } from './retryable-import.ts';

describe('retryableImport', () => {
  it('returns the module if the import succeeds', async () => {
    const load = retryableImport(async () => ({ value: 1 }));
    expect([await load(), await load()]).toEqual([{ value: 1 }, { value: 1 }]);
  });

  it('rethrows an error and requests the module at another URL on the next attempt', async () => {
    let calls = 0;
    const load = retryableImport(async () => {
      calls += 1;
      throw new TypeError('Failed to fetch dynamically imported module: http://localhost:9/assets/a.js');
    });
    await expect(load()).rejects.toThrow('dynamically imported');
    // The second call must import from another URL instead of requesting the first URL again. It fails as well, because
    // no server listens at the other URL.
    await expect(load()).rejects.toThrow();
    expect(calls).toBe(1);
  });

  it('imports nothing while the browser is offline', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    let calls = 0;
    const load = retryableImport(async () => {
      calls += 1;
      return calls;
    });
    await expect(load()).rejects.toThrow('offline');
    expect(calls).toBe(0);
    onLine.mockReturnValue(true);
    expect(await load()).toBe(1);
    onLine.mockReturnValue(false);
    // The module is already loaded, so being offline has no effect.
    expect(await load()).toBe(1);
    onLine.mockRestore();
  });

  it('repeats the same import if the error message contains no URL', async () => {
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
