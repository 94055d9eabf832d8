import { readFileSync } from 'node:fs';
import { outputFormats } from '@gossamer/contracts/formats';
import { describe, expect, it } from 'vitest';
import { inventory } from '../src/metadata/inventory.ts';
import { sharp } from '../src/sharp.ts';
import { difference, failureOf, formatsOf, hasReached, rgb, run, runFast } from './harness.ts';

const fixtures = new URL('./heic/fixtures/', import.meta.url);
const heic = (name: string) => readFileSync(new URL(`${name}.heic`, fixtures));
/** Returns an upright, lossless copy of the image, created with another decoder. */
const decodedElsewhere = (name: string) => readFileSync(new URL(`${name}.webp`, fixtures));

/** Fixtures with the size of each image after rotation and cropping. */
const shapes = {
  plain: [128, 96],
  'odd-size': [127, 95],
  gray: [128, 96],
  'ten-bit': [128, 96],
  alpha: [128, 96],
  cropped: undefined,
  'turned-90': [96, 128],
  'mirrored-0-turned-90': [96, 128],
  'grid-turned-270': undefined,
} as const;

describe('a HEIC image', () => {
  it.each(Object.entries(shapes))('is converted upright to every format: %s', async (name, shape) => {
    const expected = await rgb(decodedElsewhere(name));
    if (shape) expect([expected.width, expected.height]).toEqual(shape);
    for (const format of outputFormats) {
      const result = await runFast(heic(name), { format, quality: 95 });
      expect(formatsOf(format === 'same' ? 'jpeg' : format)).toContain(result.format);
      expect([result.widthPx, result.heightPx]).toEqual([expected.width, expected.height]);
      expect(await inventory(result.data, result.format)).not.toContain('orientation');
      expect(difference(await rgb(result.data), expected), format).toBeLessThan(5);
      expect(difference(await rgb(result.preview), expected)).toBeLessThan(8);
    }
  });

  it('is never returned as the result, regardless of the requested quality', async () => {
    for (const quality of [10, 85, 100]) {
      for (const name of ['plain', 'small', 'lossless']) {
        const result = await run(heic(name), { quality });
        expect(['jpeg', 'png', 'webp']).toContain(result.format);
        expect([result.alreadyOptimal, hasReached(result)]).toEqual([false, true]);
        expect(result.report.encoding).not.toBe('original');
      }
    }
  });

  it('keeps its transparency if the format supports it, and is placed on white otherwise', async () => {
    const webp = await run(heic('alpha'));
    expect((await sharp(webp.data).metadata()).hasAlpha).toBe(true);
    const jpeg = await run(heic('alpha'), { format: 'jpeg' });
    expect(difference(await rgb(jpeg.data), await rgb(decodedElsewhere('alpha')))).toBeLessThan(5);
  });

  it('yields a grayscale result if the image is grayscale', async () => {
    const { data } = await run(heic('gray'), { format: 'jpeg' });
    expect((await sharp(data).metadata()).channels).toBe(1);
  });

  it('is converted from Display P3 to sRGB, whether a profile or color codes declare Display P3', async () => {
    for (const name of ['patch-p3-icc', 'patch-p3-codes']) {
      const { data, report } = await run(heic(name), { format: 'png', quality: 100 });
      expect(report.wideGamut).toBe('dropped');
      const [r = 0, g = 0, b = 0] = (await rgb(data)).data;
      for (const off of [r - 215, g - 93, b - 32]) expect(Math.abs(off)).toBeLessThan(6);
    }
    const { report } = await run(heic('patch-srgb-icc'));
    expect(report.wideGamut).toBe('none');
  });

  it('is converted if it has PQ transfer, and its HDR is reported as dropped', async () => {
    expect((await run(heic('pq-codes'))).report.hdr).toBe('dropped');
  });

  it('is resized and filtered like other formats', async () => {
    const resize = { widthPx: 48, maintainAspect: true };
    const result = await run(heic('turned-90'), { resize, filter: 'grayscale', format: 'png', quality: 100 });
    expect([result.widthPx, result.heightPx]).toEqual([48, 64]);
    const { data, width, height } = await rgb(result.data);
    expect([width, height]).toEqual([48, 64]);
    for (let at = 0; at < data.length; at += 3)
      expect(data[at] === data[at + 1] && data[at] === data[at + 2]).toBe(true);
  });

  it('is rejected if it is damaged or too large', async () => {
    const file = heic('plain');
    expect(await failureOf(file.subarray(0, file.length - 500))).toBe('corrupt_image');
    expect(await failureOf(file.subarray(0, 100))).toBe('corrupt_image');
    expect(await failureOf(file, 128 * 96 - 1)).toBe('too_many_pixels');
    expect(await failureOf(file, 128 * 96)).toBeUndefined();
  });
});
