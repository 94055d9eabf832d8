import { detectFormat } from '@gossamer/contracts/detect-format';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../src/errors.ts';
import { expandMini } from '../../src/heic/expand-mini.ts';
import { decodeWithLibheif } from '../../src/heic/libheif.ts';
import { readHeicHeader } from '../../src/heic/read-heic-header.ts';
import { sharp } from '../../src/sharp.ts';
import { run } from '../harness.ts';
import { decoded, difference, fixture, type Pixels } from './harness.ts';
import { readCoded } from './heic-writer.ts';
import { type MiniFields, writeMini } from './mini-writer.ts';

const main = readCoded(fixture('plain'));
const alpha = readCoded(fixture('gray'));
const p3 = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'teal' } })
  .withIccProfile('p3')
  .png()
  .toBuffer();
const { icc } = await sharp(p3).metadata();

/** Decodes a compact HEIC file with libheif's own reader. */
async function readByLibheif(file: Buffer, channels: 3 | 4): Promise<Pixels> {
  let pixels: Pixels | undefined;
  await decodeWithLibheif(file, { itemId: 1, channels, isTransformed: true, hiddenCrops: [] }, (view) => {
    const { widthPx, heightPx } = view;
    const rows = Array.from({ length: heightPx }, (_, row) => {
      const start = view.at + row * view.downBytes;
      return Buffer.from(view.data.subarray(start, start + widthPx * channels));
    });
    pixels = { data: Buffer.concat(rows), widthPx, heightPx, channels };
  });
  if (!pixels) throw new Error('decoder returned no pixels');
  return pixels;
}

const failureOf = (file: Buffer) => {
  try {
    expandMini(file);
    return undefined;
  } catch (error) {
    return error instanceof EngineError ? error.code : error;
  }
};

describe('expandMini', () => {
  it.each<[string, Partial<MiniFields>]>([
    ['only pixels', {}],
    ...[2, 3, 4, 5, 6, 7, 8].map((orientation): [string, Partial<MiniFields>] => [
      `orientation ${orientation}`,
      { orientation },
    ]),
    ['large sides', { main: readCoded(fixture('tile-512')) }],
    ['ten bits', { main: readCoded(fixture('ten-bit')), bitDepth: 10 }],
    ['alpha, turned', { alpha, orientation: 6 }],
    ['a profile', { icc }],
    ['EXIF and XMP', { exif: Buffer.from('\0\0\0\0MM\0*\0\0\0\x08\0\0'), xmp: Buffer.from('<x:xmpmeta/>') }],
    ['HDR', { isHdr: true, codes: [9, 16, 9] }],
    ['codec types', { codecTypes: 'hvc1hvcC' }],
  ])('yields the same pixels as decoding the compact file directly: %s', async (_, fields) => {
    const file = writeMini({ main, ...fields });
    const expanded = expandMini(file)!;
    const pixels = await decoded(expanded);
    const expected = await readByLibheif(file, fields.alpha ? 4 : 3);
    expect([pixels.widthPx, pixels.heightPx]).toEqual([expected.widthPx, expected.heightPx]);
    expect(difference(pixels, expected)).toBe(0);
  });

  it('keeps the color and transparency information of a compact file', () => {
    const codes: [number, number, number] = [9, 16, 9];
    const header = readHeicHeader(expandMini(writeMini({ main, codes, alpha, isAlphaPremultiplied: true }))!);
    expect(header).toMatchObject({ primaries: 9, transfer: 16, isHdr: true, isAlphaPremultiplied: true });
    const wide = readHeicHeader(expandMini(writeMini({ main, icc }))!);
    expect(wide.iccProfile?.equals(icc!)).toBe(true);
  });

  it('drops a gain map', async () => {
    const gainMap = Buffer.alloc(3_000, 9);
    const expanded = expandMini(writeMini({ main, gainMap, icc }))!;
    expect(expanded.length).toBeLessThan(writeMini({ main, icc }).length + 600);
    expect(difference(await decoded(expanded), await decoded(fixture('plain')))).toBe(0);
  });

  it('rejects truncated files, other versions and codecs other than HEVC', () => {
    const file = writeMini({ main, alpha, icc });
    for (const length of [17, 25, 30, 60, file.length - 1])
      expect([length, failureOf(file.subarray(0, length))]).toEqual([length, 'corrupt_image']);
    expect(failureOf(writeMini({ main, version: 1 }))).toBe('unsupported_format');
    expect(failureOf(writeMini({ main, codecTypes: 'av01av1C' }))).toBe('unsupported_format');
  });

  it('returns undefined for files that are not compact HEIC files', () => {
    expect(expandMini(fixture('plain'))).toBeUndefined();
    expect(expandMini(Buffer.alloc(0))).toBeUndefined();
    expect(expandMini(Buffer.from('\0\0\0\x10ftypmif3heic', 'latin1'))).toBeUndefined();
  });
});

it('a compact HEIC file is compressed like an ordinary one, without its metadata', async () => {
  const exif = Buffer.concat([
    Buffer.alloc(4),
    (await sharp(fixture('exif-orientation-6')).metadata()).exif!,
  ]);
  const file = writeMini({ main, exif, xmp: Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>') });
  expect(detectFormat(file)).toBe('heic');
  const [result, expected] = [await run(file), await run(fixture('plain'))];
  expect(Buffer.from(result.data).equals(Buffer.from(expected.data))).toBe(true);
  expect(result.report.metadataRemoved).toContain('xmp');
});
