import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
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

describe('a filtered image', () => {
  // Spec: 9.29
  it('contains only brightness and no color channels with the filter grayscale', async () => {
    const [r, g, b] = await filtered([200, 80, 40], 'grayscale');
    expect(r === g && g === b).toBe(true);
    expect(r).toBeGreaterThan(90);
    expect(r).toBeLessThan(135);
    const jpeg = await run(await images.photo(size), { filter: 'grayscale', format: 'jpeg' });
    expect((await sharp(jpeg.data).metadata()).channels).toBe(1);
  });

  // Spec: 9.30
  it('has brown tones with the filter sepia', async () => {
    // Expected channel values of the pixel: 100 times the sum of each row of the CSS filter's matrix.
    expect(await filtered([100, 100, 100], 'sepia')).toEqual([135, 120, 93]);
  });

  // Spec: 9.31
  it('has lifted blacks, softened whites and warm grays with the filter vintage', async () => {
    const black = await filtered([0, 0, 0], 'vintage');
    const white = await filtered([255, 255, 255], 'vintage');
    const [r, g, b] = await filtered([128, 128, 128], 'vintage');
    expect(Math.min(...black)).toBeGreaterThan(10);
    expect(Math.max(...white)).toBeLessThan(255);
    expect(r >= g && g > b).toBe(true);
  });

  it.each(['sepia', 'vintage'] as const)(
    'is tinted by the filter %s even if the original is grayscale',
    async (filter) => {
      const result = await run(await images.grayPhoto(size), { filter, format: 'png', quality: 100 });
      const [r, , b] = (await rgb(result.data)).data;
      expect(r).toBeGreaterThan((b ?? 0) + 10);
    },
  );

  it.each(['grayscale', 'sepia', 'vintage'] as const)(
    'keeps its transparency with the filter %s',
    async (filter) => {
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
    },
  );

  // Spec: 9.28
  it('is left unchanged by the filter none', async () => {
    const result = await run(await images.graphic(size), { format: 'png', quality: 100 });
    expect((await rgb(result.data)).data.equals((await rgb(await images.graphic(size))).data)).toBe(true);
  });
});
