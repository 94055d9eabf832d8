import * as images from '@gossamer/testkit/images';
import { randomNumbers } from '@gossamer/testkit/photo-pixels';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { failureOf, run } from './harness.ts';

const size = { widthPx: 400, heightPx: 300 };

/** Overwrites 300 bytes in the middle of a file with random bytes. */
function damaged(file: Buffer): Buffer {
  const random = randomNumbers(3);
  const copy = Buffer.from(file);
  const start = Math.floor(copy.length / 2);
  for (let at = start; at < start + 300; at++) copy[at] = random() * 256;
  return copy;
}

describe('the engine rejects', () => {
  it('a file that is not an image', async () => {
    const { gif, tiff, ...foreign } = await images.foreignFiles();
    expect([await failureOf(gif), await failureOf(tiff)]).toEqual([undefined, undefined]);
    const files = { ...foreign, empty: Buffer.alloc(0), one: Buffer.from([0xff]) };
    for (const [name, file] of Object.entries(files))
      expect([name, await failureOf(file)]).toEqual([name, 'unsupported_format']);
  });

  it('all other formats that libvips supports, whose loaders are blocked', async () => {
    const { gif, tiff, ...others } = await images.foreignFiles();
    expect((await sharp(gif).metadata()).format).toBe('gif');
    expect((await sharp(tiff).metadata()).format).toBe('tiff');
    for (const file of Object.values(others)) {
      await expect(sharp(file).metadata()).rejects.toThrow('unsupported');
    }
  });

  it('a file of another type after a valid signature', async () => {
    const { svg } = await images.foreignFiles();
    expect(await failureOf(Buffer.concat([Buffer.from('ffd8ff', 'hex'), svg]))).toBe('corrupt_image');
    expect(await failureOf(Buffer.from('RIFF\x10\0\0\0WEBPVP8 nothing', 'latin1'))).toBe('corrupt_image');
  });

  it.each(['photo', 'photoPng', 'photoWebp', 'cameraPhoto'] as const)(
    'a truncated file (%s)',
    async (kind) => {
      const make = { ...images }[kind];
      const file = await make(size);
      const tailless =
        kind === 'cameraPhoto' ? file.subarray(0, file.lastIndexOf('ffd9', undefined, 'hex')) : file;
      for (const share of [0.02, 0.3, 0.9])
        expect(await failureOf(images.truncated(tailless, share))).toBe('corrupt_image');
    },
  );

  it('an image with garbage in the middle', async () => {
    const progressive = await sharp(await images.photo(size))
      .jpeg({ mozjpeg: true })
      .toBuffer();
    const files = [
      await images.photo(size),
      progressive,
      await images.photoPng(size),
      await images.photoWebp(size),
    ];
    for (const file of files) expect(await failureOf(damaged(file))).toBe('corrupt_image');
  });

  it('an image with too many pixels, based only on the header', async () => {
    const before = process.memoryUsage().rss;
    expect(await failureOf(images.pixelFlood())).toBe('too_many_pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('an animation that exceeds the allowed width × height × frames', async () => {
    const animation = await images.animation({ widthPx: 50, heightPx: 40, frames: 3 });
    expect(await failureOf(animation, 6000)).toBeUndefined();
    expect(await failureOf(animation, 5999)).toBe('too_many_pixels');
    const photo = await images.photo({ widthPx: 50, heightPx: 40 });
    expect(await failureOf(photo, 2000)).toBeUndefined();
    expect(await failureOf(photo, 1999)).toBe('too_many_pixels');
  });

  it('an animation of more than 2,000 frames, regardless of their size (too_many_frames)', async () => {
    const frames = (count: number) => images.animation({ widthPx: 2, heightPx: 2, frames: count });
    expect(await failureOf(await frames(2_000))).toBeUndefined();
    expect(await failureOf(await frames(2_001))).toBe('too_many_frames');
  });
});

describe('the engine accepts', () => {
  it('a JPEG with superfluous bytes before its end marker', async () => {
    const file = await sharp(await images.photo(size))
      .jpeg({ mozjpeg: true })
      .toBuffer();
    const odd = Buffer.concat([file.subarray(0, -2), Buffer.alloc(30), file.subarray(-2)]);
    expect(await failureOf(odd)).toBeUndefined();
  });

  it('trailing bytes after any image', async () => {
    for (const file of [
      await images.photo(size),
      await images.photoPng(size),
      await images.photoWebp(size),
    ]) {
      const { data } = await run(Buffer.concat([file, Buffer.from('SECRET-TAIL')]));
      expect(Buffer.from(data).includes('SECRET')).toBe(false);
    }
  });

  it('a PNG without its last chunk, which is encoded again because it cannot be stripped', async () => {
    const file = (await images.noise({ widthPx: 60, heightPx: 60 })).subarray(0, -12);
    const result = await run(file, { format: 'png', quality: 100 });
    expect(result.alreadyOptimal).toBe(false);
  });

  it('interlaced, palette and 1-bit PNGs', async () => {
    const graphic = sharp(await images.graphic(size));
    const files = [
      await graphic.clone().png({ progressive: true }).toBuffer(),
      await graphic.clone().png({ palette: true }).toBuffer(),
      await graphic.clone().grayscale().threshold().png({ palette: true, colors: 2 }).toBuffer(),
    ];
    for (const file of files) expect(await failureOf(file)).toBeUndefined();
  });
});
