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

describe('the dismissed compressions', () => {
  it('are added and removed by id', () => {
    updateDismissed({ added: ['a', 'b'], removed: [] });
    updateDismissed({ added: ['c'], removed: ['a'] });
    expect([...readDismissed()]).toEqual(['b', 'c']);
  });

  it('are limited to the last 200', () => {
    updateDismissed({ added: Array.from({ length: 150 }, (_, nth) => `old-${nth}`), removed: [] });
    updateDismissed({ added: Array.from({ length: 100 }, (_, nth) => `new-${nth}`), removed: [] });
    const ids = [...readDismissed()];
    expect(ids).toHaveLength(200);
    expect(ids[0]).toBe('old-50');
    expect(ids.at(-1)).toBe('new-99');
  });

  it.each(['', 'not JSON', '{"a":1}', 'null', '[1, {}]'])('are empty if the stored value is %j', (text) => {
    localStorage.setItem('gossamer.dismissed', text);
    expect(readDismissed().size).toBe(0);
  });
});

describe('the stored file order', () => {
  it('contains the ids from another tab, followed by the ids of the current list', () => {
    rememberOrder(['z']);
    rememberOrder(['a']);
    rememberOrder(['c', 'a']);
    expect(readOrder()).toEqual(['z', 'c', 'a']);
  });

  it('is limited to the last 200 ids', () => {
    rememberOrder(Array.from({ length: 201 }, (_, nth) => `id-${nth}`));
    expect(readOrder()).toHaveLength(200);
    expect(readOrder()[0]).toBe('id-1');
  });
});

it('hasUploaded returns true once an image has been uploaded', () => {
  expect(hasUploaded()).toBe(false);
  rememberUpload();
  expect(hasUploaded()).toBe(true);
});

it('the stored values fall back to defaults if the browser blocks storage', () => {
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
