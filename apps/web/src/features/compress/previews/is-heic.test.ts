import { describe, expect, it } from 'vitest';
import { isHeic } from './is-heic.ts';

/** An `ftyp` box with these brands; the second is not a brand but a version. */
function ftyp(major: string, ...compatible: string[]): Uint8Array {
  const text = `ftyp${major}\0\0\0\0${compatible.join('')}`;
  return Uint8Array.from([0, 0, 0, text.length + 4, ...new TextEncoder().encode(text), 1, 2, 3, 4]);
}

describe('isHeic', () => {
  it.each([
    ['a telephone', ftyp('heic', 'mif1', 'heic'), true],
    ['ten bits', ftyp('heix', 'mif1'), true],
    ['any picture file', ftyp('mif1', 'miaf'), true],
    ['any picture file that names HEVC', ftyp('mif1', 'avif', 'heic'), true],
    ['AVIF', ftyp('avif', 'mif1', 'miaf'), false],
    ['AVIF that calls itself any picture file', ftyp('mif1', 'avif'), false],
    ['a film', ftyp('isom', 'mp41'), false],
    ['JPEG', Uint8Array.from({ length: 40 }, (_, index) => [0xff, 0xd8, 0xff][index] ?? 0), false],
    ['nothing', new Uint8Array(), false],
    ['a cut-off box', ftyp('heic').subarray(0, 11), false],
  ])('%s', (_, head, expected) => {
    expect(isHeic(head)).toBe(expected);
  });

  it('reads a view into a larger memory', () => {
    const file = ftyp('heic', 'mif1');
    const memory = new Uint8Array(file.length + 7);
    memory.set(file, 7);
    expect(isHeic(memory.subarray(7))).toBe(true);
  });
});
