import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { rgb, run } from './harness.ts';

const size = { widthPx: 48, heightPx: 40 };

/** Returns an image whose left half is red and whose right half is transparent. */
async function halfRed(): Promise<Buffer> {
  const pixels = Buffer.alloc(size.widthPx * size.heightPx * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const isLeft = (at / 4) % size.widthPx < size.widthPx / 2;
    pixels.set(isLeft ? [255, 0, 0, 255] : [0, 0, 0, 0], at);
  }
  const raw = { width: size.widthPx, height: size.heightPx, channels: 4 } as const;
  return sharp(pixels, { raw }).png({ palette: true, effort: 10 }).toBuffer();
}

async function lastPixel(file: Uint8Array): Promise<number[]> {
  return [...(await rgb(file)).data.subarray(-3)];
}

describe('a background color', () => {
  it.each(['png', 'webp', 'jpeg', 'avif', 'auto'] as const)('replaces transparency in %s', async (format) => {
    const original = await halfRed();
    const { data } = await run(original, { format, background: '#0040ff', quality: 95 });
    const { hasAlpha } = await sharp(data).metadata();
    expect(hasAlpha).toBe(false);
    const [r = 0, g = 0, b = 0] = await lastPixel(data);
    expect(Math.max(r, Math.abs(g - 64), 255 - b)).toBeLessThanOrEqual(format === 'png' ? 0 : 6);
  });

  it('defaults to white if a format without transparency was requested', async () => {
    const { data } = await run(await halfRed(), { format: 'jpeg', quality: 95 });
    expect(Math.min(...(await lastPixel(data)))).toBeGreaterThan(245);
  });

  it('prevents a transparent original from becoming the result', async () => {
    const original = (await run(await halfRed())).data;
    expect((await run(original)).alreadyOptimal).toBe(true);
    const result = await run(original, { background: '#ffffff', quality: 100 });
    expect(result.alreadyOptimal).toBe(false);
    expect((await sharp(result.data).metadata()).hasAlpha).toBe(false);
  });

  it('does not change an opaque image', async () => {
    const tight = await sharp(await images.photoPng(size))
      .jpeg({ quality: 20, mozjpeg: true })
      .toBuffer();
    const result = await run(tight, { background: '#00ff00', quality: 100 });
    expect(result.alreadyOptimal).toBe(true);
  });

  it('converts a grayscale image to RGB unless the background is gray', async () => {
    const original = await images.grayAlphaPng(size);
    const first = async (background: string) => {
      const { data } = await run(original, { background, format: 'png', quality: 100 });
      return {
        pixel: [...(await rgb(data)).data.subarray(0, 3)],
        channels: (await sharp(data).metadata()).channels,
      };
    };
    const { pixel } = await first('#ff0000');
    expect(pixel.every((value, channel) => Math.abs(value - (channel === 0 ? 255 : 0)) < 4)).toBe(true);
    const gray = await first('#777777');
    expect([new Set(gray.pixel).size, gray.channels]).toEqual([1, 1]);
  });

  it('is filtered like the rest of the image', async () => {
    const { data } = await run(await halfRed(), {
      background: '#0000ff',
      filter: 'grayscale',
      format: 'png',
      quality: 100,
    });
    const [r, g, b] = await lastPixel(data);
    expect([r, g, b]).toEqual([18, 18, 18]);
  });

  it('is applied to every frame and to the preview', async () => {
    const frames = Buffer.alloc(32 * 32 * 4);
    // Fill the upper half of the second frame with red.
    frames.fill(Buffer.from([255, 0, 0, 255]), 32 * 16 * 4, 32 * 24 * 4);
    const original = await sharp(frames, { raw: { width: 32, height: 32, channels: 4, pageHeight: 16 } })
      .webp({ lossless: true })
      .toBuffer();
    const { data, preview } = await run(original, { background: '#00ff00', quality: 100 });
    const moving = sharp(data, { animated: true });
    expect((await moving.metadata()).pages).toBe(2);
    // The encoder uses transparency for areas that do not change between frames. These areas are never displayed as
    // transparent.
    const rows = await moving.ensureAlpha().raw().toBuffer();
    expect(rows.every((value, byte) => byte % 4 < 3 || value === 255)).toBe(true);
    const isGreen = ([r = 255, g = 0, b = 255]: Buffer) => Math.max(r, 255 - g, b) < 12;
    const at = (row: number) => rows.subarray((row * 32 + 16) * 4);
    expect([8, 20, 30].map((row) => isGreen(at(row)))).toEqual([true, false, true]);
    expect(isGreen((await rgb(preview)).data)).toBe(true);
  });
});
