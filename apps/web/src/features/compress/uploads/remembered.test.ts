// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  hasUploaded,
  readDismissed,
  readOrder,
  rememberOrder,
  rememberUpload,
  updateDismissed,
} from './remembered.ts';

beforeEach(() => localStorage.clear());

describe('what was taken off the list', () => {
  it('is added and removed', () => {
    updateDismissed({ added: ['a', 'b'], removed: [] });
    updateDismissed({ added: ['c'], removed: ['a'] });
    expect([...readDismissed()]).toEqual(['b', 'c']);
  });

  it('forgets the first ones beyond 200', () => {
    updateDismissed({ added: Array.from({ length: 150 }, (_, nth) => `old-${nth}`), removed: [] });
    updateDismissed({ added: Array.from({ length: 100 }, (_, nth) => `new-${nth}`), removed: [] });
    const ids = [...readDismissed()];
    expect(ids).toHaveLength(200);
    expect(ids[0]).toBe('old-50');
    expect(ids.at(-1)).toBe('new-99');
  });

  it.each(['', 'not JSON', '{"a":1}', 'null', '[1, {}]'])('is nothing where %j is stored', (text) => {
    localStorage.setItem('gossamer.dismissed', text);
    expect(readDismissed().size).toBe(0);
  });
});

describe('the order of the list', () => {
  it('is that of the list, after what another page has listed', () => {
    rememberOrder(['z']);
    rememberOrder(['a']);
    rememberOrder(['c', 'a']);
    expect(readOrder()).toEqual(['z', 'c', 'a']);
  });

  it('forgets the first ones beyond 200', () => {
    rememberOrder(Array.from({ length: 201 }, (_, nth) => `id-${nth}`));
    expect(readOrder()).toHaveLength(200);
    expect(readOrder()[0]).toBe('id-1');
  });
});

it('knows that something was sent', () => {
  expect(hasUploaded()).toBe(false);
  rememberUpload();
  expect(hasUploaded()).toBe(true);
});

it('does without a storage that refuses', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const reads = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  const writes = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  rememberUpload();
  updateDismissed({ added: ['a'], removed: [] });
  expect(hasUploaded()).toBe(false);
  expect(readDismissed().size).toBe(0);
  reads.mockRestore();
  writes.mockRestore();
});
