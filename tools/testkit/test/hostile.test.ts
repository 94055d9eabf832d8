import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { headerFields, readField } from '../src/hostile/header-fields.ts';
import { croppedCodedFloodHeic, floodHeic, gridBombHeic } from '../src/hostile/heic-bombs.ts';
import { exifChainJpeg, exifLoopJpeg, resizedJpeg, scanBombJpeg } from '../src/hostile/jpeg-bombs.ts';
import { mutated, type Original } from '../src/hostile/mutations.ts';
import { originalsOf } from '../src/hostile/originals.ts';
import { floodPng, hundredMegapixelPng } from '../src/hostile/png-bombs.ts';
import { animatedWebp, floodWebp } from '../src/hostile/webp-bombs.ts';
import { deflatedZeros } from '../src/hostile/zeros.ts';
import { graphic, photo } from '../src/images.ts';
import { randomNumbers } from '../src/photo-pixels.ts';
import { decodeInFull, meanDifference } from '../src/pixels.ts';

const heicFolder = new URL('../../../packages/engine/test/heic/fixtures/', import.meta.url);
const heic = (name: string) => readFileSync(new URL(`${name}.heic`, heicFolder));
const size = { widthPx: 120, heightPx: 80 };

async function sizeOf(file: Buffer) {
  const { width, height, pages = 1 } = await sharp(file, { limitInputPixels: false }).metadata();
  return [width, height, pages];
}

describe('a decompression bomb', () => {
  it('is a small file that declares huge dimensions or thousands of frames', async () => {
    const jpeg = await photo(size);
    const files: [Buffer, number[]][] = [
      [floodPng(), [50_000, 50_000, 1]],
      [hundredMegapixelPng(), [10_000, 10_000, 1]],
      [resizedJpeg(jpeg), [65_500, 65_500, 1]],
      [scanBombJpeg(), [7_000, 7_000, 1]],
      [floodWebp(), [16_383, 16_383, 1]],
      [animatedWebp(1_000, 5_000), [1_000, 1_000, 5_000]],
    ];
    for (const [file, expected] of files) {
      expect(await sizeOf(file)).toEqual(expected);
      expect(file.length).toBeLessThan(600_000);
    }
  });

  it('is a complete image if its dimensions are small', async () => {
    const small = [animatedWebp(20, 9), exifLoopJpeg(await photo(size)), exifChainJpeg(await photo(size))];
    for (const file of small) await expect(decodeInFull(file)).resolves.toBeDefined();
    expect(await decodeInFull(animatedWebp(20, 9))).toMatchObject({ widthPx: 20, heightPx: 20, frames: 9 });
    // This smaller variant has few pixels but all scans of the full-size JPEG.
    expect(await decodeInFull(scanBombJpeg(70))).toMatchObject({ format: 'jpeg', widthPx: 70 });
  });

  it('decompresses to the requested size', () => {
    for (const bytes of [0, 5, 2 ** 24, 40_000_000])
      expect(inflateSync(deflatedZeros(bytes))).toHaveLength(bytes);
  });

  it('has valid boxes if it is a HEIC file', () => {
    const isBox = (file: Buffer, type: string) => file.includes(type, 0, 'latin1');
    for (const file of [
      floodHeic(heic('plain')),
      croppedCodedFloodHeic(heic('cropped')),
      gridBombHeic(heic('grid')),
    ]) {
      let at = 0;
      while (at < file.length) at += file.readUInt32BE(at);
      expect(at).toBe(file.length);
      expect(isBox(file, 'mdat')).toBe(true);
    }
  });
});

/**
 * Returns the size of an original. Handles BMP and HEIC separately, because sharp cannot read BMP and the HEIC tiles.
 */
async function headerSizeOf({ format, file }: Original): Promise<{ widthPx: number; heightPx: number }> {
  if (format === 'heic') return { widthPx: 128, heightPx: 128 };
  return format === 'bmp'
    ? { widthPx: file.readInt32LE(18), heightPx: file.readInt32LE(22) }
    : decodeInFull(file);
}

describe('a random mutation of a file', () => {
  it('is the same for the same seed, and leaves the original buffer unchanged', async () => {
    const [one, other] = [await photo(size), await graphic(size)];
    const original = { name: 'photo', format: 'jpeg', file: one } as const;
    const kinds = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const file = mutated(original, other, randomNumbers(seed));
      expect(mutated(original, other, randomNumbers(seed)).file.equals(file.file)).toBe(true);
      for (const kind of file.how.split(', ')) kinds.add(kind);
    }
    expect(kinds.size).toBeGreaterThan(11);
    expect(original.file.equals(await photo(size))).toBe(true);
  });

  it('can change the width and the height in the header of every format', async () => {
    const originals = await originalsOf(await photo(size), await graphic(size), 100);
    const all = [...originals, { name: 'grid', format: 'heic' as const, file: heic('grid') }];
    for (const { name, format, file } of all) {
      const { widthPx, heightPx } = await headerSizeOf({ name, format, file });
      const values = headerFields(file, format).map((field) => readField(file, field));
      // WebP stores most dimensions minus one. Dimensions of lossless images are stored in 14 bits.
      const numbers = values.flatMap((value) => [
        value,
        value + 1,
        (value & 0x3fff) + 1,
        ((value >> 14) & 0x3fff) + 1,
      ]);
      expect([name, numbers.includes(widthPx), numbers.includes(heightPx)]).toEqual([name, true, true]);
    }
  });
});

describe('the pixel helpers', () => {
  it('decode all pixels and calculate the mean difference between two images', async () => {
    const file = await photo(size);
    await expect(decodeInFull(file.subarray(0, file.length / 2))).rejects.toThrow();
    const again = await sharp(file).webp({ quality: 90 }).toBuffer();
    expect(await meanDifference(file, again)).toBeLessThan(4);
    expect(await meanDifference(file, await graphic(size))).toBeGreaterThan(20);
    expect(await meanDifference(file, await photo({ ...size, widthPx: 121 }))).toBe(255);
  });
});
