import { describe, expect, it } from 'vitest';
import { decodeHeic } from '../../src/heic/decode-heic.ts';
import { sharp } from '../../src/sharp.ts';
import { fixture, header } from './harness.ts';

/** Returns the first pixel of a fixture after color management. */
async function shownPixel(name: string): Promise<number[]> {
  const tiff = await decodeHeic(fixture(name), header(name));
  return [...(await sharp(tiff).toColourspace('srgb').raw().toBuffer()).subarray(0, 3)];
}

function distance(one: number[], other: number[]): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
}

describe('the colors of a HEIC image', () => {
  // All patches have the stored pixel values 200, 100, 50.
  it.each([
    ['patch-p3-icc', [215, 93, 32]],
    ['patch-p3-codes', [215, 93, 32]],
    ['patch-both', [215, 93, 32]],
    ['patch-srgb-icc', [200, 100, 50]],
    ['patch-no-profile', [200, 100, 50]],
  ])('are decoded from the fixture %s as %j', async (name, expected) => {
    expect(distance(await shownPixel(name), expected)).toBeLessThanOrEqual(3);
  });

  it('are stored with the color profile of the file', async () => {
    const tiff = await decodeHeic(fixture('patch-p3-icc'), header('patch-p3-icc'));
    const { icc } = await sharp(tiff).metadata();
    expect(icc).toEqual(header('patch-p3-icc').iccProfile);
  });

  it('are stored without the color profile if it does not describe RGB', async () => {
    const facts = header('patch-p3-icc');
    const iccProfile = Buffer.from(facts.iccProfile ?? '');
    iccProfile.write('GRAY', 16, 'latin1');
    const tiff = await decodeHeic(fixture('patch-p3-icc'), { ...facts, iccProfile });
    expect((await sharp(tiff).metadata()).icc).toBeUndefined();
  });

  it('are stored without the private metadata of the file', async () => {
    const file = fixture('exif-orientation-6');
    expect(file.includes('SECRET')).toBe(true);
    const tiff = await decodeHeic(file, header('exif-orientation-6'));
    expect(tiff.includes('SECRET')).toBe(false);
    expect((await sharp(tiff).metadata()).orientation).toBe(1);
  });
});
