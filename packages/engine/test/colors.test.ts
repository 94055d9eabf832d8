import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { difference, rgb, run } from './harness.ts';

const size = { widthPx: 128, heightPx: 96 };

describe('the colors of an image', () => {
  it.each(['jpeg', 'webp', 'png'] as const)('are converted from wide gamut to sRGB in %s', async (format) => {
    const original = await images.displayP3Jpeg({ ...size, rgb: [215, 93, 32] });
    expect((await sharp(original).metadata()).hasProfile).toBe(true);
    const result = await run(original, {
      format,
      quality: 100,
      filter: 'none',
      resize: { widthPx: 64, maintainAspect: true },
    });
    expect((await sharp(result.data).metadata()).hasProfile).toBe(false);
    const [r, g, b] = (await rgb(result.data)).data;
    for (const [is, should] of [
      [r, 215],
      [g, 93],
      [b, 32],
    ])
      expect(Math.abs((is ?? 0) - (should ?? 0))).toBeLessThan(6);
  });

  it('retain their ICC profile if the original is kept', async () => {
    const poor = sharp(await images.photo(size)).jpeg({ mozjpeg: true, quality: 20 });
    const original = await poor.withIccProfile('p3').toBuffer();
    const result = await run(original, { format: 'jpeg', quality: 100 });
    expect(result.alreadyOptimal).toBe(true);
    expect((await sharp(result.data).metadata()).hasProfile).toBe(true);
  });

  it.each([true, false])('are converted from CMYK to sRGB (with profile: %s)', async (withProfile) => {
    const original = await images.cmykPhoto({ ...size, withProfile });
    const reference = await rgb(await images.photo(size));
    for (const format of ['webp', 'png'] as const) {
      const result = await run(original, { format });
      expect((await sharp(result.data).metadata()).space).toBe('srgb');
      expect(difference(await rgb(result.data), reference)).toBeLessThan(25);
    }
  });

  it('are reduced from 16 to 8 bits per channel', async () => {
    const original = await images.deepPng(size);
    for (const format of ['auto', 'png'] as const) {
      const result = await run(original, { format, quality: 100 });
      expect((await sharp(result.data).metadata()).depth).toBe('uchar');
      expect(difference(await rgb(result.data), await rgb(await images.photoPng(size)))).toBeLessThan(2);
    }
  });

  it('stay gray in a grayscale image', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const result = await run(await images.grayPhoto(size), { format, quality: 100 });
      expect((await sharp(result.data).metadata()).space).toBe('b-w');
    }
    const withAlpha = await images.grayAlphaPng(size);
    const png = await run(withAlpha, { format: 'png', quality: 100 });
    expect(difference(await rgb(png.data), await rgb(withAlpha))).toBe(0);
    expect((await sharp(png.data).metadata()).hasAlpha).toBe(true);
    const webp = await run(await images.grayPhoto(size), { format: 'webp' });
    expect(difference(await rgb(webp.data), await rgb(await images.grayPhoto(size)))).toBeLessThan(5);
  });
});
