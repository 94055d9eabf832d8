import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { difference, failureOf, formatOf, prepared, rgb, run } from './harness.ts';

const size = { widthPx: 120, heightPx: 80 };
const photo = async () => sharp(await images.photo(size));

type Field = [tag: number, type: 3 | 4, value: number];

/**
 * Returns a little-endian TIFF without pixels. Its directories contain one value per field; nested directories come
 * last.
 */
function directories(pages: Field[][], nested: Field[][] = []): Buffer {
  const all = [...pages, ...nested];
  const bytesOf = (fields: Field[]) => 2 + fields.length * 12 + 4;
  const startOf = (nth: number) => 8 + all.slice(0, nth).reduce((sum, fields) => sum + bytesOf(fields), 0);
  const file = Buffer.alloc(startOf(all.length));
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  for (const [nth, fields] of all.entries()) {
    const at = startOf(nth);
    file.writeUInt16LE(fields.length, at);
    for (const [index, [tag, type, value]] of fields.entries()) {
      const fieldAt = at + 2 + index * 12;
      file.writeUInt16LE(tag, fieldAt);
      file.writeUInt16LE(type, fieldAt + 2);
      file.writeUInt32LE(1, fieldAt + 4);
      file.writeUInt32LE(tag === 330 ? startOf(pages.length + value) : value, fieldAt + 8);
    }
    const next = nth + 1 < pages.length ? startOf(nth + 1) : 0;
    file.writeUInt32LE(next, at + bytesOf(fields) - 4);
  }
  return file;
}

/** Appends a copy of the first directory with a different subfile type. */
function withSecondPage(file: Buffer, subfileType: number): Buffer {
  const at = file.readUInt32LE(4);
  const bytes = 2 + file.readUInt16LE(at) * 12;
  const second = Buffer.alloc(bytes + 12 + 4);
  second.writeUInt16LE(file.readUInt16LE(at) + 1, 0);
  second.writeUInt16LE(254, 2);
  second.writeUInt16LE(4, 4);
  second.writeUInt32LE(1, 6);
  second.writeUInt32LE(subfileType, 10);
  file.copy(second, 14, at + 2, at + bytes);
  const first = Buffer.from(file);
  first.writeUInt32LE(file.length, at + bytes);
  return Buffer.concat([first, second]);
}

describe('a decoded TIFF', () => {
  it.each(['none', 'lzw', 'deflate', 'packbits', 'jpeg'] as const)(
    'has the correct colors with the compression %s',
    async (compression) => {
      const file = await (await photo()).tiff({ compression, quality: 95 }).toBuffer();
      const { data } = await run(file, { format: 'png', quality: 100 });
      expect(difference(await rgb(data), await rgb(file))).toBeLessThan(1);
    },
  );

  it('has the correct colors if it is stored in tiles', async () => {
    const file = await (await photo()).tiff({ tile: true, tileWidth: 64, tileHeight: 64 }).toBuffer();
    const { data } = await run(file, { format: 'png', quality: 100 });
    expect(difference(await rgb(data), await rgb(file))).toBeLessThan(1);
  });

  it('has the correct colors with 16 bits per channel', async () => {
    const file = await (await photo()).toColourspace('rgb16').tiff({ compression: 'lzw' }).toBuffer();
    expect((await sharp(file).metadata()).depth).toBe('ushort');
    const { data } = await run(file, { format: 'png', quality: 100 });
    expect(difference(await rgb(data), await rgb(await (await photo()).png().toBuffer()))).toBeLessThan(1);
  });

  it('has the correct colors if it is in CMYK with a profile', async () => {
    const file = await (await photo()).withIccProfile('cmyk').tiff().toBuffer();
    expect((await sharp(file).metadata()).space).toBe('cmyk');
    const { data } = await run(file, { format: 'jpeg', quality: 95 });
    expect(difference(await rgb(data), await rgb(await (await photo()).png().toBuffer()))).toBeLessThan(8);
  });

  it('has the correct colors if it is converted from Display P3 to sRGB', async () => {
    const plain = await (await photo()).png().toBuffer();
    const file = await (await photo()).withIccProfile('p3').tiff({ compression: 'lzw' }).toBuffer();
    const { data, report } = await run(file, { format: 'png', quality: 100 });
    expect(report.wideGamut).toBe('dropped');
    expect(difference(await rgb(data), await rgb(plain))).toBeLessThan(2);
  });

  it('has the correct pixels if it has an alpha channel or one bit per pixel', async () => {
    const cutout = await images.cutout(size);
    const { image } = await prepared(await sharp(cutout).tiff({ compression: 'lzw' }).toBuffer());
    expect(image.hasAlpha).toBe(true);
    const page = await (await photo())
      .grayscale()
      .threshold()
      .toColourspace('b-w')
      .tiff({ bitdepth: 1, compression: 'ccittfax4' })
      .toBuffer();
    const { data } = await run(page, { format: 'png', quality: 100 });
    expect(difference(await rgb(data), await rgb(page))).toBe(0);
  });

  it('is upright if it has an orientation tag', async () => {
    const file = await (await photo()).withMetadata({ orientation: 6 }).tiff().toBuffer();
    expect((await sharp(file).metadata()).orientation).toBe(6);
    const { widthPx, heightPx, data } = await run(file);
    expect([widthPx, heightPx]).toEqual([size.heightPx, size.widthPx]);
    expect((await sharp(data).metadata()).orientation ?? 1).toBe(1);
  });
});

describe('a TIFF', () => {
  it('becomes a PNG with the format `same`', async () => {
    const { data } = await run(await (await photo()).tiff().toBuffer(), { format: 'same' });
    expect(await formatOf(data)).toBe('png');
  });

  it('loses its metadata, except for the types to preserve', async () => {
    const notice = Buffer.from('(c) Someone\0', 'latin1');
    const file = withCopyright(await (await photo()).tiff().toBuffer(), notice);
    const bare = await run(file);
    expect(bare.report.metadataRemoved).toContain('exif');
    expect(Buffer.from(bare.data).includes('Someone')).toBe(false);
    const kept = await run(file, { format: 'jpeg', preserve: ['copyright'] });
    expect(Buffer.from(kept.data).includes('(c) Someone')).toBe(true);
  });

  it('is accepted if its second page is a thumbnail', async () => {
    const file = await (await photo()).tiff({ compression: 'none' }).toBuffer();
    expect(await failureOf(withSecondPage(file, 1))).toBeUndefined();
  });
});

/**
 * Adds a copyright notice. Appends it and a copy of the directory with an additional field, whose tag is higher than
 * all tags that sharp writes.
 */
function withCopyright(file: Buffer, notice: Buffer): Buffer {
  const at = file.readUInt32LE(4);
  const count = file.readUInt16LE(at);
  const fields = Buffer.from(file.subarray(at, at + 2 + count * 12));
  const added = Buffer.alloc(12);
  added.writeUInt16LE(33_432, 0);
  added.writeUInt16LE(2, 2);
  added.writeUInt32LE(notice.length, 4);
  added.writeUInt32LE(file.length, 8);
  fields.writeUInt16LE(count + 1, 0);
  const moved = Buffer.concat([file, notice, fields, added, Buffer.alloc(4)]);
  moved.writeUInt32LE(file.length + notice.length, 4);
  return moved;
}

describe('the engine rejects a TIFF', () => {
  it('with two pages, because one of them would be lost', async () => {
    const file = await (await photo()).tiff({ compression: 'none' }).toBuffer();
    expect(await failureOf(withSecondPage(file, 0))).toBe('multiple_images');
    expect(await failureOf(withSecondPage(file, 2))).toBe('multiple_images');
  });

  it.each<[string, Buffer]>([
    [
      'DNG',
      directories([
        [
          [254, 4, 1],
          [50_706, 4, 0x0401],
        ],
      ]),
    ],
    [
      'NEF or ARW',
      directories(
        [
          [
            [254, 4, 1],
            [330, 4, 0],
          ],
        ],
        [
          [
            [254, 4, 0],
            [262, 3, 32_803],
          ],
        ],
      ),
    ],
    ['linear RAW', directories([[[262, 3, 34_892]]])],
    ['CR2', Buffer.concat([Buffer.from('II*\0\x10\0\0\0CR\x02\0', 'latin1'), Buffer.alloc(40)])],
  ])('that contains camera RAW data (%s)', async (_, file) => {
    expect(await failureOf(file)).toBe('camera_raw');
  });

  it('that is truncated or has too many pixels', async () => {
    const file = await (await photo()).tiff({ compression: 'none' }).toBuffer();
    const lzw = await (await photo()).tiff({ compression: 'lzw' }).toBuffer();
    expect(await failureOf(file.subarray(0, file.length / 2))).toBe('corrupt_image');
    expect(await failureOf(lzw.subarray(0, lzw.length / 2))).toBe('corrupt_image');
    const flood = directories([
      [
        [256, 4, 90_000],
        [257, 4, 90_000],
        [258, 3, 8],
        [259, 3, 1],
        [262, 3, 1],
        [273, 4, 8],
        [277, 3, 1],
        [278, 4, 90_000],
        [279, 4, 8],
      ],
    ]);
    const before = process.memoryUsage().rss;
    expect(await failureOf(flood)).toBe('too_many_pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('whose directories form a cycle, without looping endlessly', async () => {
    const ring = directories([[[262, 3, 1]], [[262, 3, 1]]]);
    ring.writeUInt32LE(8, ring.length - 4);
    expect(await failureOf(ring)).toBe('multiple_images');
  });
});
