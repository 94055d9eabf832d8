import { describe, expect, it } from 'vitest';
import { isDisplayP3 } from './display-p3.ts';

/**
 * Returns an ICC profile that contains only what `isDisplayP3` reads: the tag table and the X values of the three
 * primaries.
 */
function profile(primariesX: Record<string, number>): Uint8Array {
  const tags = Object.entries(primariesX);
  const bytes = new Uint8Array(132 + tags.length * 32);
  const view = new DataView(bytes.buffer);
  view.setUint32(128, tags.length);
  for (const [index, [name, x]] of tags.entries()) {
    const valueAt = 132 + tags.length * 12 + index * 20;
    bytes.set(new TextEncoder().encode(name), 132 + index * 12);
    view.setUint32(132 + index * 12 + 4, valueAt);
    view.setInt32(valueAt + 8, Math.round(x * 65_536));
  }
  return bytes;
}

const displayP3 = profile({ bXYZ: 0.15718, rXYZ: 0.51512, gXYZ: 0.29198 });

describe('isDisplayP3', () => {
  it('detects Display P3 by its primaries at any position in the profile', () => {
    expect(isDisplayP3(displayP3)).toBe(true);
    expect(isDisplayP3(profile({ rXYZ: 0.43607, gXYZ: 0.38515, bXYZ: 0.14307 }))).toBe(false);
  });

  it('returns false for a profile without primaries and for a truncated profile', () => {
    expect(isDisplayP3(profile({ kTRC: 1 }))).toBe(false);
    expect(isDisplayP3(displayP3.subarray(0, 140))).toBe(false);
    expect(isDisplayP3(new Uint8Array())).toBe(false);
  });
});
