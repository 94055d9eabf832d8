import { formatMaxPixels } from '@gossamer/contracts/limits';
import { defaultSettings } from '@gossamer/contracts/settings';
import { decodeJxl as decodeElsewhere } from '@gossamer/testkit/decode-jxl';
import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { decodeJxl } from '../src/jxl/codec.ts';
import { sharp } from '../src/sharp.ts';
import { plan } from '../src/steps/plan.ts';
import { crop, difference, hasReached, prepared, rgb, run, runFast } from './harness.ts';

const size = { widthPx: 120, heightPx: 90 };

describe('JPEG XL', () => {
  it('is smaller than JPEG and WebP at the same score', async () => {
    const photo = await crop('photo-city.png', 300, 220);
    const results = [];
    for (const format of ['jxl', 'jpeg', 'webp'] as const) results.push(await run(photo, { format }));
    expect(results.map(hasReached)).toEqual([true, true, true]);
    const [jxl, jpeg, webp] = results.map(({ data }) => data.length) as [number, number, number];
    expect(jxl).toBeLessThan(Math.min(jpeg, webp));
  });

  it.each([30, 50, 70, 85, 95, 100])('reaches the score of quality %i', async (quality) => {
    const photo = await crop('photo-city.png', 300, 220);
    const result = await run(photo, { format: 'jxl', quality });
    expect(hasReached(result)).toBe(true);
    expect(result.report.score).toBeLessThan(result.report.targetScore + 3);
  });

  it('keeps transparency', async () => {
    const original = await images.cutout({ widthPx: 64, heightPx: 48 });
    const result = await run(original, { format: 'jxl' });
    const { channels } = await decodeJxl(result.data);
    expect(channels).toBe(4);
    expect(difference(await rgb(result.data), await rgb(original))).toBeLessThan(4);
    expect(hasReached(result)).toBe(true);
  });

  it('encodes gray images with one channel', async () => {
    const gray = await sharp(await images.photoPng(size))
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const result = await run(gray, { format: 'jxl' });
    expect((await decodeJxl(result.data)).channels).toBe(1);
    expect(difference(await rgb(result.data), await rgb(gray))).toBeLessThan(4);
  });

  it.each([
    ['an opaque image', images.photoPng],
    ['a transparent image', images.cutout],
  ])('is decoded to the same pixels by another build of libjxl: %s', async (_, make) => {
    const { data } = await run(await make(size), { format: 'jxl' });
    const { rgba, widthPx, heightPx } = await decodeElsewhere(data);
    expect([widthPx, heightPx]).toEqual([size.widthPx, size.heightPx]);
    const { data: ours, channels } = await decodeJxl(data);
    const opaque = (at: number) => (at % 4 === 3 ? 255 : ours[Math.floor(at / 4) * 3 + (at % 4)]);
    const expected = (at: number) => (channels === 4 ? ours[at] : opaque(at)) ?? Number.NaN;
    // Allow small differences, because decoders round differently.
    expect(Math.max(...rgba.map((value, at) => Math.abs(value - expected(at))))).toBeLessThanOrEqual(2);
  });

  it('is lossless for drawings if that is smaller', async () => {
    const original = await images.graphic(size);
    const { data, report } = await run(original, { format: 'jxl', quality: 100 });
    expect(report.encoding).toBe('jxl lossless');
    expect(difference(await rgb(data), await rgb(original))).toBe(0);
  });

  it('is rotated, resized and filtered like other formats', async () => {
    const original = await images.cameraPhoto({ ...size, orientation: 6 });
    const resize = { widthPx: 45, maintainAspect: true };
    const result = await run(original, { format: 'jxl', resize, filter: 'grayscale' });
    const { widthPx, heightPx } = await decodeJxl(result.data);
    expect([result.widthPx, result.heightPx, widthPx, heightPx]).toEqual([45, 60, 45, 60]);
    const { data } = await rgb(result.data);
    expect(data[0] === data[1] && data[1] === data[2]).toBe(true);
  });

  it('contains the first frame of an animation', async () => {
    const original = await images.animation({ ...size, frames: 3 });
    const { data } = await run(original, { format: 'jxl' });
    expect(difference(await rgb(data), await rgb(original))).toBeLessThan(6);
  });

  it('respects fast effort and file size limits', async () => {
    const photo = await crop('photo-city.png', 300, 220);
    expect((await runFast(photo, { format: 'jxl' })).format).toBe('jxl');
    const { data, report } = await run(photo, { format: 'jxl', maxBytes: 9_000 });
    expect(data.length).toBeLessThanOrEqual(9_000);
    expect(report.sizeLimits?.isReached).toBe(true);
  });

  it('is rejected before decoding if the image is too large for the memory of the encoder', async () => {
    const { header } = await prepared(await images.photo(size));
    const asked = (pixels: number) =>
      plan(
        { ...header, widthPx: pixels / 6000, heightPx: 6000 },
        { ...defaultSettings, format: 'jxl' },
        'thorough',
      );
    expect(() => asked(formatMaxPixels.jxl + 6000)).toThrow('too_many_pixels_for_format');
    expect(asked(formatMaxPixels.jxl).formats).toEqual(['jxl']);
  });
});

describe('the format `modern`', () => {
  it('yields the smallest of JPEG, WebP, AVIF and JPEG XL', async () => {
    const photo = await crop('photo-city.png', 300, 220);
    const sizes = [];
    for (const format of ['jpeg', 'webp', 'avif', 'jxl'] as const) {
      sizes.push((await run(photo, { format })).data.length);
    }
    const { data, format } = await run(photo, { format: 'modern' });
    expect(['avif', 'jxl']).toContain(format);
    expect(data.length).toBeLessThanOrEqual(Math.min(...sizes) * 1.05);
  });

  it('keeps transparency and animation', async () => {
    const transparent = await run(await images.cutout(size), { format: 'modern' });
    expect(transparent.format).not.toBe('jpeg');
    const moving = await run(await images.animation({ ...size, frames: 3 }), { format: 'modern' });
    expect((await sharp(moving.data).metadata()).pages).toBe(3);
  });

  it('falls back to the formats of `auto` if none of its formats supports a still image', async () => {
    const { header } = await prepared(await images.photo(size));
    const wide = { ...header, widthPx: 66_000, heightPx: 1_000 };
    expect(plan(wide, { ...defaultSettings, format: 'modern' }, 'thorough').formats).toBeUndefined();
  });
});
