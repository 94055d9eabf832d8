import { type BmpShape, writeBmp } from '@gossamer/testkit/write-bmp';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { failureOf, formatOf, prepared, run } from './harness.ts';

const size = { widthPx: 37, heightPx: 21 };
const red = 0xff0000;
const teal = 0x1080a0;
/** Returns whether a pixel is part of a diagonal stripe. The stripes reveal mirrored rows and incorrect padding. */
const isStripe = (x: number, y: number) => (x + 2 * y) % 5 === 0;
const expected = (x: number, y: number) => (isStripe(x, y) ? red : teal);
const paletted = { palette: [red, teal], valueAt: (x: number, y: number) => (isStripe(x, y) ? 0 : 1) };
const pack565 = (color: number) => ((color >> 19) << 11) | (((color >> 10) & 63) << 5) | ((color >> 3) & 31);
const masks = [red, 0xff00, 0xff, 0xff000000] as const;

/** Returns the decoded colors as 0xRRGGBB, row by row. */
async function colorsOf(file: Buffer): Promise<number[]> {
  const { image } = await prepared(file);
  const { data, channels } = image.pixels!;
  return Array.from({ length: data.length / channels }, (_, nth) => data.readUIntBE(nth * channels, 3));
}

const allColors = (colorAt: (x: number, y: number) => number) =>
  Array.from({ length: size.widthPx * size.heightPx }, (_, nth) =>
    colorAt(nth % size.widthPx, Math.floor(nth / size.widthPx)),
  );

describe('a BMP is decoded exactly', () => {
  it.each<[string, Omit<BmpShape, 'widthPx' | 'heightPx'>]>([
    ['1 bit', { bits: 1, ...paletted }],
    ['4 bits', { bits: 4, ...paletted }],
    ['8 bits', { bits: 8, ...paletted }],
    ['4 bits as runs', { bits: 4, ...paletted, isRunLength: true }],
    ['8 bits as runs', { bits: 8, ...paletted, isRunLength: true }],
    ['24 bits', { bits: 24, valueAt: expected }],
    ['24 bits, top row first', { bits: 24, valueAt: expected, isTopDown: true }],
    ['32 bits whose fourth byte is unused', { bits: 32, valueAt: expected }],
    [
      '32 bits with masks',
      { bits: 32, masks: [0xff, 0xff00, red, 0], valueAt: (x, y) => Number(isStripe(x, y)) * 255 },
    ],
  ])('with %s', async (name, shape) => {
    const colorAt = name.includes('masks') ? (x: number, y: number) => (isStripe(x, y) ? red : 0) : expected;
    expect(await colorsOf(writeBmp({ ...size, ...shape }))).toEqual(allColors(colorAt));
  });

  it('with 16 bits, apart from the low bits that the file does not store', async () => {
    const shape = { bits: 16, masks: [0xf800, 0x7e0, 0x1f, 0] } as const;
    const file = writeBmp({ ...size, ...shape, valueAt: (x, y) => pack565(expected(x, y)) });
    const colors = await colorsOf(file);
    expect(colors[0]).toBe(red);
    expect(Math.abs(((colors[1] ?? 0) & 255) - (teal & 255))).toBeLessThan(8);
  });

  it('with alpha if a mask declares it', async () => {
    const valueAt = (x: number, y: number) => (isStripe(x, y) ? red : 0xff000000 + teal);
    const { header, image } = await prepared(writeBmp({ ...size, bits: 32, masks, valueAt }));
    expect([header.hasAlpha, image.hasAlpha]).toEqual([true, true]);
    expect([...image.pixels!.data.subarray(0, 8)]).toEqual([255, 0, 0, 0, 0x10, 0x80, 0xa0, 255]);
  });

  it('with its color profile', async () => {
    const pixel = { create: { width: 1, height: 1, channels: 3, background: 'black' } } as const;
    const png = await sharp(pixel).withIccProfile('p3').png().toBuffer();
    const iccProfile = (await sharp(png).metadata()).icc!;
    const file = writeBmp({ ...size, bits: 24, iccProfile, valueAt: () => teal });
    const { header, image } = await prepared(file);
    expect([header.isWideGamut, image.gamut]).toEqual([true, 'p3']);
    expect([...image.pixels!.data.subarray(0, 3)]).toEqual([0x10, 0x80, 0xa0]);
    // Converted to sRGB, the color has a lower red value.
    const { image: inSrgb } = await prepared(file, { color: 'srgb' });
    expect(inSrgb.pixels!.data[0]).toBeLessThan(8);
  });
});

it('a BMP becomes a PNG with the format `same`, and a PNG or WebP with `auto`', async () => {
  const file = writeBmp({ ...size, bits: 24, valueAt: expected });
  for (const [format, names] of [
    ['same', ['png']],
    ['auto', ['png', 'webp']],
  ] as const) {
    const { data } = await run(file, { format });
    expect(names).toContain(await formatOf(data));
    expect(data.length).toBeLessThan(file.length / 5);
  }
});

describe('the engine rejects a BMP', () => {
  const file = writeBmp({ ...size, bits: 8, ...paletted, isRunLength: true });

  it('that is truncated', async () => {
    const plain = writeBmp({ ...size, bits: 24, valueAt: expected });
    for (const share of [0.1, 0.5, 0.9])
      expect(await failureOf(plain.subarray(0, plain.length * share))).toBe('corrupt_image');
    expect(await failureOf(file.subarray(0, 64))).toBe('corrupt_image');
  });

  it('with too many pixels, based only on the header', async () => {
    const flood = Buffer.from(file);
    flood.writeInt32LE(60_000, 18);
    flood.writeInt32LE(60_000, 22);
    const before = process.memoryUsage().rss;
    expect(await failureOf(flood)).toBe('too_many_pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it.each([0, -5])('whose width is %i', async (widthPx) => {
    const broken = Buffer.from(file);
    broken.writeInt32LE(widthPx, 18);
    expect(await failureOf(broken)).toBe('corrupt_image');
  });
});
