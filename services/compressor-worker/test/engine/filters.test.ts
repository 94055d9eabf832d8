import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../../src/engine/sharp.ts';
import { rgb, run } from './harness.ts';

const size = { widthPx: 64, heightPx: 64 };

async function flat(r: number, g: number, b: number): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
}

async function filtered(color: [number, number, number], filter: 'grayscale' | 'sepia' | 'vintage') {
  const result = await run(await flat(...color), { filter, format: 'png', quality: 100 });
  return [...(await rgb(result.data)).data.subarray(0, 3)] as [number, number, number];
}

describe('the filter', () => {
  // Spec: 9.29
  it('grayscale keeps only the brightness, and writes a file without color channels', async () => {
    const [r, g, b] = await filtered([200, 80, 40], 'grayscale');
    expect(r === g && g === b).toBe(true);
    expect(r).toBeGreaterThan(90);
    expect(r).toBeLessThan(135);
    const jpeg = await run(await images.photo(size), { filter: 'grayscale', format: 'jpeg' });
    expect((await sharp(jpeg.data).metadata()).channels).toBe(1);
  });

  // Spec: 9.30
  it('sepia tones the image brown', async () => {
    // Expected channel values of the pixel: 100 times the sum of each row of the CSS filter's matrix.
    expect(await filtered([100, 100, 100], 'sepia')).toEqual([135, 120, 93]);
  });

  // Spec: 9.31
  it('vintage lifts blacks, softens whites and warms grays', async () => {
    const black = await filtered([0, 0, 0], 'vintage');
    const white = await filtered([255, 255, 255], 'vintage');
    const [r, g, b] = await filtered([128, 128, 128], 'vintage');
    expect(Math.min(...black)).toBeGreaterThan(10);
    expect(Math.max(...white)).toBeLessThan(255);
    expect(r >= g && g > b).toBe(true);
  });

  it.each(['sepia', 'vintage'] as const)('%s tints a grayscale image', async (filter) => {
    const result = await run(await images.grayPhoto(size), { filter, format: 'png', quality: 100 });
    const [r, , b] = (await rgb(result.data)).data;
    expect(r).toBeGreaterThan((b ?? 0) + 10);
  });

  it.each(['grayscale', 'sepia', 'vintage'] as const)('%s keeps transparency', async (filter) => {
    const alphaOf = async (file: Uint8Array) => {
      const { data, info } = await sharp(file)
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(4);
      return data.filter((_, index) => index % 4 === 3);
    };
    const original = await images.graphicWithAlpha(size);
    const result = await run(original, { filter, format: 'png', quality: 100 });
    expect(await alphaOf(result.data)).toEqual(await alphaOf(original));
  });

  // Spec: 9.28
  it('none leaves the image unchanged', async () => {
    const result = await run(await images.graphic(size), { format: 'png', quality: 100 });
    expect((await rgb(result.data)).data.equals((await rgb(await images.graphic(size))).data)).toBe(true);
  });
});
