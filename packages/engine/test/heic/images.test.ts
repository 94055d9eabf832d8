import { describe, expect, it } from 'vitest';
import { decodeHeic } from '../../src/heic/decode-heic.ts';
import { readHeicHeader } from '../../src/heic/read-heic-header.ts';
import { sharp } from '../../src/sharp.ts';
import { decoded, difference, fixture, names, patched, reference } from './harness.ts';

/** Name of the fixture whose colors are still premultiplied by alpha after `heif-convert`. */
const premultiplied = 'alpha-premultiplied';

describe('the HEIC fixtures', () => {
  it('include at least 24 files', () => {
    expect(names.length).toBeGreaterThanOrEqual(24);
  });

  it.each(names.filter((name) => name !== premultiplied))(
    'match the output of heif-convert when decoded: %s',
    async (name) => {
      const [ours, theirs] = [await decoded(fixture(name)), await reference(name)];
      const { data: _, ...shape } = theirs;
      expect(ours).toMatchObject(shape);
      expect(difference(ours, theirs)).toBeLessThanOrEqual(2);
    },
  );

  it.each(names)('are decoded to the TIFF that the header describes: %s', async (name) => {
    const file = fixture(name);
    const header = readHeicHeader(file);
    const tiff = await decodeHeic(file, header);
    expect(await sharp(tiff, { failOn: 'warning' }).metadata()).toMatchObject({
      format: 'tiff',
      width: header.widthPx,
      height: header.heightPx,
      channels: header.hasAlpha ? 4 : 3,
      depth: 'uchar',
    });
  });
});

describe('a file that names its thumbnail as the primary image', () => {
  it('decodes to the image that the thumbnail belongs to', async () => {
    const file = fixture('thumbnail');
    const thumbnailId = file.readUInt16BE(file.indexOf('thmb', 0, 'latin1') + 4);
    const misled = patched(file, 'pitm', (payload) => payload.writeUInt16BE(thumbnailId, 4));
    const [ours, theirs] = [await decoded(misled), await reference('thumbnail')];
    expect([ours.widthPx, ours.heightPx]).toEqual([theirs.widthPx, theirs.heightPx]);
    expect(difference(ours, theirs)).toBeLessThanOrEqual(2);
  });
});

describe('a TIFF decoded from a HEIC image', () => {
  it('contains the pixels of the image', async () => {
    const { data, widthPx, heightPx } = await decoded(fixture('apple-like'));
    const tiff = await decodeHeic(fixture('patch-no-profile'), readHeicHeader(fixture('patch-no-profile')));
    expect(data.length).toBe(widthPx * heightPx * 3);
    const read = await sharp(tiff).raw().toBuffer();
    expect(read.equals(tiff.subarray(-read.length))).toBe(true);
  });

  it('has strips that join seamlessly', async () => {
    // An image of 600 × 800 pixels with 3 channels is decoded in more than one strip.
    const file = fixture('apple-like');
    const tiff = await decodeHeic(file, { ...readHeicHeader(file), iccProfile: undefined });
    const read = await sharp(tiff).raw().toBuffer();
    expect(read.equals(tiff.subarray(-read.length))).toBe(true);
  });
});

describe('the alpha channel of a HEIC image', () => {
  it('is decoded to values from transparent to opaque', async () => {
    const { data, widthPx } = await decoded(fixture('alpha-by-hand'));
    expect(data[3]).toBeLessThan(3);
    expect(data[(widthPx - 1) * 4 + 3]).toBeGreaterThan(252);
  });

  it('is divided out of premultiplied color values', async () => {
    const ours = await decoded(fixture(premultiplied));
    const theirs = await reference(premultiplied);
    const again = ours.data.map((value, at) =>
      at % 4 === 3 ? value : Math.round((value * (ours.data[at - (at % 4) + 3] ?? 0)) / 255),
    );
    expect(difference({ ...ours, data: Buffer.from(again) }, theirs)).toBeLessThan(1);
    const plain = await decoded(fixture('alpha-by-hand'));
    const rightHalf = (pixels: typeof ours) => ({
      ...pixels,
      data: Buffer.from(pixels.data.filter((_, at) => at % (128 * 4) > 64 * 4)),
    });
    expect(difference(rightHalf(ours), rightHalf(plain))).toBeLessThan(6);
  });
});
