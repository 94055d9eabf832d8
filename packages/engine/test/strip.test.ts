import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { stripJpeg } from '../src/strip/jpeg.ts';
import { isAnimatedPng, stripPng } from '../src/strip/png.ts';
import { stripWebp } from '../src/strip/webp.ts';
import { fixture, rgb, secretsIn } from './harness.ts';

const size = { widthPx: 120, heightPx: 90 };
const exif = { IFD0: { Make: 'SECRET' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };

async function expectSamePixels(stripped: Buffer | undefined, original: Buffer): Promise<void> {
  expect((await rgb(stripped!)).data.equals((await rgb(original)).data)).toBe(true);
}

/** Checks that truncated files and invalid lengths yield either undefined or a smaller file. */
function expectBounded(strip: (file: Uint8Array) => Buffer | undefined, file: Buffer): void {
  for (let end = 0; end < file.length; end += 7) {
    expect(strip(file.subarray(0, end))?.length ?? 0).toBeLessThanOrEqual(file.length);
  }
  for (let at = 0; at < Math.min(file.length, 2000); at++) {
    const lying = Buffer.from(file);
    lying[at] = 0xff;
    expect(strip(lying)?.length ?? 0).toBeLessThanOrEqual(file.length);
  }
}

describe('stripJpeg', () => {
  it('keeps the coded pixels of baseline, progressive, gray, CMYK and real-world files', async () => {
    const baseline = await images.cameraPhoto(size);
    const progressive = await sharp(baseline).jpeg({ mozjpeg: true }).withExif(exif).toBuffer();
    const others = [await images.grayPhoto(size), await images.cmykPhoto(size), fixture('orientation-6.jpg')];
    for (const original of [baseline, progressive, ...others]) {
      const stripped = stripJpeg(original);
      await expectSamePixels(stripped, original);
      expect(secretsIn(stripped!)).toEqual([]);
      expect(stripped!.length).toBeLessThanOrEqual(original.length);
    }
  });

  it('keeps the ICC profile but no tags', async () => {
    const original = await sharp(await images.photo(size))
      .withIccProfile('p3')
      .withExifMerge(exif)
      .jpeg()
      .toBuffer();
    const { icc, exif: kept } = await sharp(stripJpeg(original)!).metadata();
    expect(icc?.length).toBeGreaterThan(400);
    expect(kept).toBeUndefined();
  });

  it('removes the thumbnail from a JFIF header', async () => {
    const jpeg = await images.photo(size);
    const jfif = Buffer.from([
      0xff,
      0xe0,
      0,
      19,
      ...Buffer.from('JFIF\0'),
      1,
      1,
      0,
      0,
      1,
      0,
      1,
      1,
      1,
      9,
      8,
      7,
    ]);
    const withThumbnail = Buffer.concat([jpeg.subarray(0, 2), jfif, jpeg.subarray(2)]);
    const stripped = stripJpeg(withThumbnail)!;
    expect([...stripped.subarray(2, 6), ...stripped.subarray(18, 20)]).toEqual([0xff, 0xe0, 0, 16, 0, 0]);
    await expectSamePixels(stripped, jpeg);
  });

  it('returns undefined for a malformed file, and never reads outside it', async () => {
    const file = await images.cameraPhoto({ widthPx: 32, heightPx: 32 });
    expect(stripJpeg(file.subarray(0, 400))).toBeUndefined();
    expect(stripJpeg(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toBeUndefined();
    expectBounded(stripJpeg, file);
  });
});

describe('stripPng', () => {
  it('keeps pixels, palette, transparency and colors, but drops text, EXIF and trailing bytes', async () => {
    const tagged = await sharp(await images.graphicWithAlpha(size))
      .png({ palette: true })
      .withExif(exif)
      .withIccProfile('p3')
      .toBuffer();
    const text = images.pngChunk('tEXt', Buffer.from('Comment\0SECRET'));
    const original = Buffer.concat([
      tagged.subarray(0, 33),
      text,
      tagged.subarray(33),
      Buffer.from('SECRET-TAIL'),
    ]);
    expect(secretsIn(original)).toContain('SECRET');
    const stripped = stripPng(original);
    await expectSamePixels(stripped, original);
    expect(secretsIn(stripped!)).toEqual([]);
    expect((await sharp(stripped!).metadata()).hasProfile).toBe(true);
  });

  it('returns undefined for a malformed file, and never reads outside it', async () => {
    const file = await images.gradient({ widthPx: 32, heightPx: 32 });
    expect(stripPng(file.subarray(0, -13))).toBeUndefined();
    const endless = Buffer.from(file);
    endless.writeUInt32BE(99, file.length - 12);
    expect(stripPng(endless)).toBeUndefined();
    expect(isAnimatedPng(file)).toBe(false);
    expectBounded(stripPng, file);
  });
});

describe('stripWebp', () => {
  it('keeps the pixels of every kind of WebP, but drops EXIF, XMP and trailing bytes', async () => {
    const alpha = sharp(await images.cutout(size));
    const originals = [
      await alpha.clone().webp().withExif(exif).withIccProfile('p3').toBuffer(),
      await alpha.clone().webp({ lossless: true }).withExif(exif).toBuffer(),
      await sharp(await images.animation(size), { animated: true })
        .withExif(exif)
        .webp()
        .toBuffer(),
      await images.photoWebp(size),
    ];
    for (const file of originals) {
      const original = Buffer.concat([file, Buffer.from('SECRET-TAIL')]);
      const stripped = stripWebp(original)!;
      await expectSamePixels(stripped, original);
      expect(secretsIn(stripped)).toEqual([]);
      if (stripped.includes('VP8X')) expect(stripped.readUInt8(20) & 0x0c).toBe(0);
      const [before, after] = [await sharp(original).metadata(), await sharp(stripped).metadata()];
      for (const fact of ['pages', 'hasProfile', 'hasAlpha'] as const)
        expect(after[fact]).toEqual(before[fact]);
    }
  });

  it('drops unknown chunks between and inside frames', async () => {
    const file = await images.animation({ ...size, frames: 2 });
    const hidden = Buffer.concat([Buffer.from('HIDE'), Buffer.from([6, 0, 0, 0]), Buffer.from('SECRET')]);
    const at = file.indexOf('ANMF');
    const frameEnd = at + 8 + file.readUInt32LE(at + 4);
    const original = Buffer.concat([file.subarray(0, frameEnd), hidden, hidden, file.subarray(frameEnd)]);
    original.writeUInt32LE(file.readUInt32LE(at + 4) + hidden.length, at + 4);
    original.writeUInt32LE(original.length - 8, 4);
    const stripped = stripWebp(original)!;
    expect(secretsIn(stripped)).toEqual([]);
    expect((await sharp(stripped).metadata()).pages).toBe(2);
  });

  it('does not modify its input', async () => {
    const original = await sharp(await images.photo(size))
      .withExif(exif)
      .webp()
      .toBuffer();
    const before = Buffer.from(original);
    stripWebp(original);
    expect(original.equals(before)).toBe(true);
  });

  it('returns undefined for a malformed file, and never reads outside it', async () => {
    const file = await images.photoWebp({ widthPx: 32, heightPx: 32 });
    expect(stripWebp(file.subarray(0, -3))).toBeUndefined();
    expect(stripWebp(file.subarray(0, 12))).toBeUndefined();
    expectBounded(stripWebp, file);
  });
});
