import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { tagJpeg } from '../src/preserve/tag-jpeg.ts';
import { sharp } from '../src/sharp.ts';
import { stripJpeg } from '../src/strip/jpeg.ts';
import { markers, readSegments } from '../src/strip/jpeg-segments.ts';
import { recodeJpeg } from '../src/strip/lossless-jpeg.ts';
import { fixture, jpegFrame, run } from './harness.ts';

const size = { widthPx: 161, heightPx: 117 };

async function expectSameImage(recoded: Buffer | undefined, original: Buffer): Promise<void> {
  // Returns the pixels in the file's own color space, without conversion.
  const raw = (file: Buffer) =>
    sharp(file, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
  const [before, after] = [await raw(original), await raw(recoded!)];
  expect(after.info).toEqual({ ...before.info, size: after.info.size });
  expect(after.data.equals(before.data)).toBe(true);
}

async function baseline(chromaSubsampling: string, quality = 85): Promise<Buffer> {
  return sharp(await images.photoPng(size))
    .jpeg({ quality, chromaSubsampling, optimiseCoding: false })
    .toBuffer();
}

describe('recodeJpeg', () => {
  it.each(['4:2:0', '4:4:4'])('keeps every pixel of %s in a smaller progressive file', async (chroma) => {
    for (const quality of [40, 85, 100]) {
      const original = await baseline(chroma, quality);
      const recoded = await recodeJpeg(original);
      await expectSameImage(recoded, original);
      expect(recoded!.length).toBeLessThan(original.length);
      expect(jpegFrame(original)).toBe(0xc0);
      expect(jpegFrame(recoded!)).toBe(0xc2);
    }
  });

  it.each(['chroma-422.jpg', 'restart-markers.jpg', 'three-scans.jpg'])(
    'keeps every pixel of %s',
    async (name) => {
      const original = fixture(name);
      const recoded = await recodeJpeg(original);
      await expectSameImage(recoded, original);
      expect(recoded!.length).toBeLessThan(original.length);
    },
  );

  it.each([
    [1, 1],
    [8, 8],
    [7, 300],
    [300, 7],
    [17, 33],
  ])('keeps every pixel of an image of %d × %d pixels', async (widthPx, heightPx) => {
    const original = await images.photo({ widthPx, heightPx });
    await expectSameImage(await recodeJpeg(original), original);
  });

  it('keeps a grayscale image in grayscale', async () => {
    const original = await images.grayPhoto(size);
    const recoded = await recodeJpeg(original);
    await expectSameImage(recoded, original);
    expect((await sharp(recoded!).metadata()).channels).toBe(1);
  });

  it('keeps the orientation, and the color profile with its segments in order', async () => {
    const tagged = await sharp(await baseline('4:2:0'))
      .jpeg({ optimiseCoding: false })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .toBuffer();
    const stripped = tagJpeg(stripJpeg(tagged)!, { orientation: 6 });
    const recoded = await recodeJpeg(stripped);
    await expectSameImage(recoded, stripped);
    const [before, after] = [await sharp(stripped).metadata(), await sharp(recoded!).metadata()];
    expect(after.orientation).toBe(6);
    expect(after.icc!.equals(before.icc!)).toBe(true);
    // Metadata must precede the tables and the scan, because programs that read metadata expect this order.
    const order = readSegments(recoded!)!.map(({ marker }) => marker);
    expect(order.lastIndexOf(markers.app2)).toBeLessThan(order.indexOf(markers.quantisationTables));
  });

  it('drops the metadata that the encoder adds', async () => {
    const recoded = readSegments((await recodeJpeg(stripJpeg(await baseline('4:2:0'))!))!)!;
    const metadata = recoded.filter(({ marker }) => marker >= markers.app0 && marker <= markers.app15);
    expect(metadata.length).toBeLessThanOrEqual(1);
    expect(recoded.some(({ marker }) => marker === markers.comment)).toBe(false);
  });

  it('keeps the colors if the components are named R, G and B', async () => {
    const original = Buffer.from(await baseline('4:4:4'));
    const frame = original.indexOf(Buffer.from([0xff, 0xc0]));
    const scan = original.indexOf(Buffer.from([0xff, markers.startOfScan]));
    for (const [index, name] of [...Buffer.from('RGB')].entries()) {
      original[frame + 10 + index * 3] = name;
      original[scan + 5 + index * 2] = name;
    }
    const withoutJfif = Buffer.concat([
      original.subarray(0, 2),
      original.subarray(original.indexOf(Buffer.from([0xff, markers.quantisationTables]))),
    ]);
    await expectSameImage(await recodeJpeg(withoutJfif), withoutJfif);
  });

  it('rejects CMYK files, files with an Adobe marker, progressive files and arithmetic-coded files', async () => {
    const adobe = Buffer.from('ffee000e41646f626500640000000001', 'hex');
    const plain = await baseline('4:4:4');
    const files = {
      cmyk: await images.cmykPhoto(size),
      adobe: Buffer.concat([plain.subarray(0, 2), adobe, plain.subarray(2)]),
      progressive: await sharp(plain).jpeg({ progressive: true }).toBuffer(),
      arithmetic: fixture('arithmetic.jpg'),
      cut: plain.subarray(0, plain.length / 2),
      none: Buffer.from('no image'),
    };
    for (const [name, file] of Object.entries(files))
      expect([name, await recodeJpeg(file)]).toEqual([name, undefined]);
  });
});

describe('an original JPEG that no new encoding beats', () => {
  it('is recoded losslessly to fewer bytes', async () => {
    for (const quality of [80, 90]) {
      const original = await baseline('4:2:0', quality);
      const result = await run(original, { format: 'jpeg', quality: 100 });
      expect([result.report.encoding, result.report.score]).toEqual(['jpeg lossless', 100]);
      expect([result.report.encoderQuality, result.alreadyOptimal]).toEqual([null, false]);
      expect(result.data.length).toBeLessThan(original.length);
      await expectSameImage(Buffer.from(result.data), original);
    }
  });

  it('is returned unchanged if it is progressive', async () => {
    const original = await sharp(await baseline('4:2:0', 90))
      .jpeg({ mozjpeg: true, quality: 50 })
      .toBuffer();
    const once = await run(original, { format: 'jpeg', quality: 100 });
    const twice = await run(once.data, { format: 'jpeg', quality: 100 });
    expect([twice.report.encoding, twice.alreadyOptimal]).toEqual(['original', true]);
    await expectSameImage(Buffer.from(twice.data), Buffer.from(once.data));
  });

  it('is recoded even if the new encoding is smaller only because it misses the score', async () => {
    const poor = await images.photo({ widthPx: 600, heightPx: 400, quality: 50 });
    const { report } = await run(poor, { quality: 90, format: 'jpeg' });
    expect(report.encoding).toBe('jpeg lossless');
  });
});
