import * as images from '@gossamer/testkit/images';
import { ultraHdrJpeg } from '@gossamer/testkit/ultra-hdr';
import { beforeAll, describe, expect, it } from 'vitest';
import { displayP3Profile } from '../src/color/display-p3.ts';
import { isBeyondSrgb } from '../src/color/gamut.ts';
import { isDisplayP3 } from '../src/metadata/icc.ts';
import { tagPng } from '../src/preserve/tag-png.ts';
import { sharp } from '../src/sharp.ts';
import { readPixels } from '../src/tiles.ts';
import { open, run, runFast } from './harness.ts';

const size = { widthPx: 96, heightPx: 64 };
let profile: Buffer;

beforeAll(async () => {
  profile = await displayP3Profile();
});

/** Returns the pixel values of a saturated red gradient, and a PNG with these values in Display P3. */
async function saturated(): Promise<{ data: Buffer; png: Buffer }> {
  const { widthPx: width, heightPx: height } = size;
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < data.length; at += 3) {
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    data.set([255, 40 + x, Math.floor(y * 1.5)], at);
  }
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return { data, png: tagPng(png, { orientation: 1, displayP3: profile }) };
}

/** Returns the pixel values in a file, without converting their color space. */
async function numbersOf(file: Uint8Array, format: string): Promise<Buffer> {
  const image = format === 'jxl' ? await open(file) : sharp(file, { ignoreIcc: true });
  return image.removeAlpha().raw().toBuffer();
}

function meanDifference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length;
}

describe('an image in Display P3 with colors outside sRGB', () => {
  it.each(['jpeg', 'webp', 'png', 'avif', 'jxl', 'auto', 'modern'] as const)(
    'stays in Display P3 as %s',
    async (format) => {
      const { data, png } = await saturated();
      for (const compressBy of [run, runFast]) {
        const result = await compressBy(png, { format, quality: 95 });
        expect(result.report.wideGamut).toBe('kept');
        expect(meanDifference(await numbersOf(result.data, result.format), data)).toBeLessThan(3);
      }
    },
  );

  it('has a profile of 480 bytes in JPEG, WebP and PNG, and color codes in AVIF and PNG', async () => {
    const { png } = await saturated();
    for (const format of ['jpeg', 'webp', 'png'] as const) {
      const { icc } = await sharp((await run(png, { format, quality: 95 })).data).metadata();
      expect([icc?.length, isDisplayP3(icc!)]).toEqual([480, true]);
    }
    const avif = Buffer.from((await run(png, { format: 'avif' })).data);
    const nclx = avif.indexOf('colrnclx', 0, 'latin1') + 8;
    expect([0, 2, 4].map((offset) => avif.readUInt16BE(nclx + offset))).toEqual([12, 13, 6]);
    const codes = Buffer.from((await run(png, { format: 'png' })).data);
    expect([...codes.subarray(codes.indexOf('cICP') + 4).subarray(0, 4)]).toEqual([12, 13, 0, 1]);
  });

  it('keeps its colors and the metadata to preserve', async () => {
    const jpeg = await sharp((await saturated()).png)
      .keepIccProfile()
      .withExif({ IFD0: { Copyright: '© Ada' } })
      .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
      .toBuffer();
    for (const format of ['jpeg', 'webp', 'png', 'avif'] as const) {
      const { data, report } = await run(jpeg, { format, preserve: ['copyright'], quality: 80 });
      expect([report.wideGamut, report.metadataKept.includes('exif') || format === 'png']).toEqual([
        'kept',
        true,
      ]);
      expect(Buffer.from(data).includes('Ada')).toBe(true);
    }
  });

  it('is recognized again in a result that is compressed', async () => {
    const { data, png } = await saturated();
    for (const format of ['jpeg', 'webp', 'png', 'avif'] as const) {
      const first = await run(png, { format, quality: 95 });
      const resize = { percent: 99, maintainAspect: true };
      const again = await run(first.data, { format: 'png', quality: 100, resize });
      expect([format, again.report.wideGamut]).toEqual([format, 'kept']);
      const srgb = await run(first.data, { format: 'png', quality: 100, color: 'srgb' });
      const expected = await sharp(png).toColourspace('srgb').raw().toBuffer();
      expect(srgb.report.wideGamut).toBe('dropped');
      expect(meanDifference(await numbersOf(srgb.data, 'png'), expected)).toBeLessThan(4);
      expect(meanDifference(data, expected)).toBeGreaterThan(4);
    }
  });

  it('has a preview with the same colors', async () => {
    const { data, png } = await saturated();
    const { preview } = await run(png);
    expect(isDisplayP3((await sharp(preview).metadata()).icc!)).toBe(true);
    expect(meanDifference(await numbersOf(preview, 'webp'), data)).toBeLessThan(6);
  });

  it.each([
    ['the option', { color: 'srgb' }],
    ['a filter', { filter: 'vintage' }],
  ] as const)('is converted to sRGB by %s', async (_, settings) => {
    const { png } = await saturated();
    for (const format of ['png', 'webp'] as const) {
      const { data, report } = await run(png, { format, quality: 100, ...settings });
      expect([report.wideGamut, report.metadataKept]).toEqual(['dropped', []]);
      expect((await sharp(data).metadata()).icc).toBeUndefined();
    }
  });
});

describe('isBeyondSrgb', () => {
  it('returns true only for colors outside sRGB', async () => {
    const { png } = await saturated();
    expect(isBeyondSrgb(await readPixels(sharp(png, { ignoreIcc: true })))).toBe(true);
    const photo = sharp(await images.photoPng(size)).withIccProfile('p3');
    const inP3 = sharp(await photo.png().toBuffer(), { ignoreIcc: true });
    expect(isBeyondSrgb(await readPixels(inP3))).toBe(false);
  });

  it('returns true if more than 0.5 % of the pixels are outside sRGB, ignoring transparent pixels', () => {
    const pixels = (wide: number, alpha = 255) => {
      const data = Buffer.alloc(4_000, 128);
      for (let pixel = 0; pixel < 1_000; pixel += 1)
        data.set(pixel < wide ? [0, 255, 0, alpha] : [128, 128, 128, 255], pixel * 4);
      return { data, widthPx: 1_000, heightPx: 1, channels: 4 as const };
    };
    expect([5, 6].map((wide) => isBeyondSrgb(pixels(wide)))).toEqual([false, true]);
    expect(isBeyondSrgb(pixels(500, 0))).toBe(false);
  });
});

describe('isDisplayP3', () => {
  it('recognizes the profile by its primaries and transfer curve', async () => {
    const { icc: withOffsets } = await sharp(await ultraHdrJpeg(size)).metadata();
    for (const each of [profile, withOffsets!]) expect(isDisplayP3(each)).toBe(true);
    const { icc: srgb } = await sharp(
      await sharp(await images.graphic(size))
        .withIccProfile('srgb')
        .png()
        .toBuffer(),
    ).metadata();
    expect(isDisplayP3(srgb!)).toBe(false);
    const otherGamma = Buffer.from(profile);
    otherGamma.writeInt32BE(2.6 * 65_536, profile.lastIndexOf('para', undefined, 'latin1') + 12);
    expect(isDisplayP3(otherGamma)).toBe(false);
    for (let length = 0; length < profile.length; length += 20)
      expect(isDisplayP3(profile.subarray(0, length))).toBe(false);
  });
});
