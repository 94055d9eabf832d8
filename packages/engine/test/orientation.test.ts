import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { difference, fixture, type Rgb, rgb, run } from './harness.ts';

const stored = { widthPx: 96, heightPx: 64 };

/**
 * Functions that return the position of an upright pixel (x, y) in the stored image of width w and height h, by EXIF
 * orientation (EXIF 2.32, tag 0x0112).
 */
const sources: Record<images.Orientation, (x: number, y: number, w: number, h: number) => [number, number]> =
  {
    1: (x, y) => [x, y],
    2: (x, y, w) => [w - 1 - x, y],
    3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
    4: (x, y, _w, h) => [x, h - 1 - y],
    5: (x, y) => [y, x],
    6: (x, y, _w, h) => [y, h - 1 - x],
    7: (x, y, w, h) => [w - 1 - y, h - 1 - x],
    8: (x, y, w) => [w - 1 - y, x],
  };

function turned(image: Rgb, orientation: images.Orientation): Rgb {
  const [width, height] = orientation > 4 ? [image.height, image.width] : [image.width, image.height];
  const data = Buffer.alloc(image.data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = sources[orientation](x, y, image.width, image.height);
      image.data.copy(
        data,
        (y * width + x) * 3,
        (fromY * image.width + fromX) * 3,
        (fromY * image.width + fromX) * 3 + 3,
      );
    }
  }
  return { data, width, height };
}

const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const;
/**
 * Orientations that would move an incomplete block of a 97 × 65 image. A transposition (5) moves no incomplete block.
 */
const turns = [2, 3, 4, 6, 7, 8] as const;

describe('the EXIF orientation', () => {
  it.each(orientations)('%d is applied to the pixels, and the tag is removed', async (orientation) => {
    const original = await images.cameraPhoto({ ...stored, orientation });
    const result = await run(original, { format: 'png', quality: 100 });
    expect((await sharp(result.data).metadata()).orientation).toBeUndefined();
    const upright = await rgb(result.data);
    expect([result.widthPx, result.heightPx]).toEqual([upright.width, upright.height]);
    expect(difference(upright, turned(await rgb(original), orientation))).toBe(0);
    const preview = await rgb(result.preview);
    expect(difference(preview, turned(await rgb(original), orientation))).toBeLessThan(8);
  });

  it.each(orientations)('%d is applied losslessly to a JPEG that is not re-encoded', async (orientation) => {
    const original = await images.cameraPhoto({ ...stored, orientation });
    const result = await run(original, { format: 'jpeg', quality: 100 });
    expect(result.report.encoding).toBe('jpeg lossless');
    expect(result.data.length).toBeLessThanOrEqual(original.length);
    // The ICC profile is present because sharp adds it to the test images.
    expect(result.report.metadataKept).toEqual(['icc']);
    expect((await sharp(result.data).metadata()).orientation).toBeUndefined();
    const [kept, upright] = [await rgb(result.data), turned(await rgb(original), orientation)];
    // Small differences are expected, because the decoder rounds differently if blocks are rotated or mirrored.
    expect(difference(kept, upright)).toBeLessThan(0.5);
    expect([result.widthPx, result.heightPx]).toEqual([upright.width, upright.height]);
  });

  it.each(turns)(
    '%d is kept as the only EXIF tag if a partial block at the edge prevents lossless rotation',
    async (orientation) => {
      const original = await images.cameraPhoto({ widthPx: 97, heightPx: 65, orientation });
      const result = await run(original, { format: 'jpeg', quality: 100 });
      expect(result.report.metadataKept).toEqual(['orientation', 'icc']);
      expect((await sharp(result.data).metadata()).orientation).toBe(orientation);
      expect(difference(await rgb(result.data), await rgb(original))).toBe(0);
      const upright = turned(await rgb(original), orientation);
      expect([result.widthPx, result.heightPx]).toEqual([upright.width, upright.height]);
    },
  );

  it.each([0, 9, 77])('%d is invalid and ignored', async (nonsense) => {
    const original = await images.cameraPhoto({ ...stored, orientation: 6 });
    // Find the orientation tag by its id 0x0112, its type SHORT and its count 1, in the byte order of sharp's EXIF. The
    // value follows the count.
    const tag = original.indexOf('12010300', undefined, 'hex');
    expect(original[tag + 8]).toBe(6);
    original[tag + 8] = nonsense;
    const result = await run(original);
    expect([result.widthPx, result.heightPx]).toEqual([96, 64]);
    const { width, height } = await sharp(result.data).metadata();
    expect([width, height]).toEqual([96, 64]);
  });

  it('6 is applied to a real photograph', async () => {
    const result = await run(fixture('orientation-6.jpg'), { quality: 30 });
    expect([result.widthPx, result.heightPx]).toEqual([1800, 1200]);
    const { width, height, orientation } = await sharp(result.data).metadata();
    expect([width, height, orientation]).toEqual([1800, 1200, undefined]);
  });

  it.each(orientations)('%d is preserved in a WebP that is not re-encoded', async (orientation) => {
    const poor = sharp(await images.photoPng(stored)).withMetadata({ orientation });
    const original = await poor.webp({ quality: 5 }).toBuffer();
    const result = await run(original, { quality: 100 });
    expect(result.alreadyOptimal).toBe(true);
    expect((await sharp(result.data).metadata()).orientation ?? 1).toBe(orientation);
    expect(difference(await rgb(result.data), await rgb(original))).toBe(0);
  });
});
