import { describe, expect, it } from 'vitest';
import { detectFormat, foreignCodecOf, isHeic } from '../src/detect-format.ts';

/** Returns an `ftyp` box with the given brands, followed by a few bytes. The first brand is the major brand. */
function ftyp(...brands: string[]): Uint8Array {
  const [major = '', ...compatible] = brands;
  const text = `ftyp${major}\0\0\0\0${compatible.join('')}`;
  return Uint8Array.from([0, 0, 0, text.length + 4, ...Buffer.from(text, 'latin1'), ...Buffer.alloc(32)]);
}

/** Returns an `infe` box, which describes an item in a HEIF file. The item's id takes two or four bytes. */
function infe(type: string, version = 2): Buffer {
  const id = Buffer.alloc(version === 2 ? 2 : 4);
  return Buffer.concat([
    Buffer.from('infe'),
    Buffer.from([version, 0, 0, 0]),
    id,
    Buffer.alloc(2),
    Buffer.from(type),
  ]);
}

/** Returns an `iinf` box, which lists all items in a HEIF file. */
function iinf(...entries: Buffer[]): Buffer {
  const list = Buffer.concat([Buffer.alloc(4), Buffer.from('iinf'), ...entries]);
  list.writeUInt32BE(list.length);
  return list;
}

const bytes = (...values: number[]) => Uint8Array.from([...values, ...Buffer.alloc(20)]);

/** Returns the start of a BMP whose header has the given size and depth. */
function bmpHead(headerBytes: number, bits: number): Buffer {
  const head = Buffer.alloc(60);
  head.write('BM');
  head.writeUInt32LE(headerBytes, 14);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  return head;
}

describe('detectFormat', () => {
  it.each([
    ['a JPEG', bytes(0xff, 0xd8, 0xff, 0xe0), 'jpeg'],
    ['a JPEG with a stray byte after its start', bytes(0xff, 0xd8, 0x00, 0xff), 'jpeg'],
    ['a PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'png'],
    ['a PNG with converted line breaks', bytes(0x89, 0x50, 0x4e, 0x47, 0x0a, 0x1a, 0x0a), 'png'],
    ['a WebP', Buffer.from('RIFF....WEBPVP8 '), 'webp'],
    ['a WAV', Buffer.from('RIFF....WAVEfmt '), undefined],
    ['a GIF', Buffer.from('GIF89a..........'), 'gif'],
    ['a GIF of 1987', Buffer.from('GIF87a..........'), 'gif'],
    ['a text that begins like a GIF', Buffer.from('GIFs are nice'), undefined],
    ['a little-endian TIFF', bytes(0x49, 0x49, 0x2a, 0), 'tiff'],
    ['a big-endian TIFF', bytes(0x4d, 0x4d, 0, 0x2a), 'tiff'],
    ['a BigTIFF', bytes(0x49, 0x49, 0x2b, 0), 'tiff'],
    ['an Olympus RAW file', Buffer.from('IIRO............'), undefined],
    ['a BMP', bmpHead(40, 24), 'bmp'],
    ['a BMP of an unknown depth', bmpHead(40, 7), undefined],
    ['a BMP with an unknown header', bmpHead(41, 24), undefined],
    ['a text that begins like a BMP', Buffer.from('BMW builds cars and motorcycles.'), undefined],
    ['an empty file', new Uint8Array(), undefined],
  ])('returns the format of %s', (_, head, expected) => {
    expect(detectFormat(head)).toBe(expected);
  });

  it.each(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'mif2', 'msf1', 'miaf'])(
    'detects HEIC by its brand %s',
    (brand) => {
      expect(detectFormat(ftyp(brand))).toBe('heic');
    },
  );

  it.each([
    [['mif1', 'mif1', 'heic'], true],
    [['mif1', 'avif', 'heic'], true],
    [['mif1', 'mif1', 'miaf', 'avif'], false],
    [['avif', 'mif1', 'miaf'], false],
    [['avis', 'msf1', 'heic'], false],
    [['isom', 'mp42'], false],
    [['qt  '], false],
    [['mif3', 'heic'], false],
  ])('considers all brands of the file: %j → %s', (brands, expected) => {
    expect(isHeic(ftyp(...brands))).toBe(expected);
  });

  it.each([
    ['heic', true],
    ['hevx', true],
    ['avif', false],
  ])('determines the codec of a compact file by its minor version %s: %s', (brand, expected) => {
    const head = Buffer.from(ftyp('mif3'));
    head.write(brand, 12);
    expect(isHeic(head)).toBe(expected);
  });

  it.each([Buffer.alloc(0), Buffer.from('ftypheic'), ftyp('heic').subarray(0, 11)])(
    'returns undefined for a truncated signature',
    (fragment) => {
      expect(detectFormat(fragment)).toBeUndefined();
    },
  );

  it.each([
    [ftyp('avif', 'mif1', 'miaf'), 'avif'],
    [ftyp('avis', 'msf1'), 'avif'],
    [ftyp('mif1', 'miaf', 'avif'), 'avif'],
    [ftyp('mif1', 'avif', 'heic'), 'heic'],
    [Buffer.concat([ftyp('mif1', 'miaf'), iinf(infe('av01')), Buffer.alloc(9)]), 'avif'],
    [Buffer.concat([ftyp('mif1', 'miaf'), iinf(infe('jpeg')), Buffer.alloc(9)]), 'heic'],
    [ftyp('isom', 'av01'), undefined],
  ])('detects AVIF by its brands, or by its items if no brand names a codec: %#', (head, expected) => {
    expect(detectFormat(head)).toBe(expected);
  });

  it('accepts a view into a larger buffer', () => {
    const file = ftyp('heic', 'mif1');
    const memory = new Uint8Array(file.length + 7);
    memory.set(file, 7);
    expect(isHeic(memory.subarray(7))).toBe(true);
  });
});

describe('foreignCodecOf', () => {
  it.each([
    [[infe('av01')], 'AV1 (AVIF)'],
    [[infe('grid'), infe('jpeg', 3)], 'JPEG'],
    [[infe('unci'), infe('Exif')], 'uncompressed'],
    [[infe('av01'), infe('hvc1')], undefined],
    [[infe('hev1')], undefined],
    [[infe('grid'), infe('Exif')], undefined],
    [[], undefined],
  ])('returns the codec of a HEIF file if it is not HEVC: %#', (entries, expected) => {
    const file = Buffer.concat([ftyp('mif1'), iinf(...entries), Buffer.alloc(20)]);
    expect(foreignCodecOf(file)).toBe(expected);
  });

  it('returns undefined if the item list is incomplete', () => {
    const file = Buffer.concat([ftyp('mif1'), iinf(infe('jpeg'), infe('hvc1'))]);
    expect(foreignCodecOf(file)).toBeUndefined();
    expect(foreignCodecOf(file.subarray(0, file.length - 10))).toBeUndefined();
    expect(foreignCodecOf(file.subarray(0, file.length - 20))).toBeUndefined();
  });
});
