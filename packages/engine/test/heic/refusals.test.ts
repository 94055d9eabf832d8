import { isHeic } from '@gossamer/contracts/detect-format';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeHeic } from '../../src/heic/decode-heic.ts';
import { DecoderOutOfMemoryError } from '../../src/heic/decoder-errors.ts';
import { readHeicHeader } from '../../src/heic/read-heic-header.ts';
import { box, extents, writeHeic } from '../../src/heic/write-heic.ts';
import { bigGrid } from './big-grid.ts';
import { decoded, failureOf, fixture, header, patched } from './harness.ts';
import { codedItem, readCoded } from './heic-writer.ts';

const plain = fixture('plain');
const grid = fixture('grid');

/**
 * Resolves with the error thrown while decoding. Does not assert on the decoded image, because a failed assertion would
 * print all pixels.
 */
async function errorOf(decoding: Promise<Buffer>): Promise<unknown> {
  return decoding.then(
    () => 'no error',
    (error: unknown) => error,
  );
}

describe('truncated HEIC files', () => {
  const shares = [0.02, 0.05, 0.1, 0.3, 0.6, 0.9, 0.99];

  it.each(shares)('are rejected as corrupt if only the fraction %s of the file remains', async (share) => {
    expect(await failureOf(plain.subarray(0, plain.length * share))).toBe('corrupt_image');
  });

  it.each(shares)(
    'are rejected as corrupt if only the fraction %s of a file with a grid of tiles remains',
    async (share) => {
      expect(await failureOf(grid.subarray(0, grid.length * share))).toBe('corrupt_image');
    },
  );

  it('are rejected as corrupt even if only one byte is missing', async () => {
    expect(await failureOf(plain.subarray(0, -1))).toBe('corrupt_image');
  });

  it('are rejected without console output', async () => {
    const spies = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
    await failureOf(plain.subarray(0, -1));
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });
});

describe('damaged HEIC files', () => {
  it('are rejected as corrupt if one tile is missing', async () => {
    // The file ends with the last tile, followed by the eight bytes of the grid itself.
    const damaged = Buffer.from(grid).fill(0, grid.length - 1100, -8 + grid.length);
    expect(await failureOf(damaged)).toBe('corrupt_image');
  });

  it('are rejected as corrupt if the image size differs from the size in the header', async () => {
    const facts = header('plain');
    for (const lie of [
      { widthPx: 127 },
      { codedHeightPx: 95 },
      { transforms: header('turned-90').transforms },
    ]) {
      expect(await errorOf(decodeHeic(plain, { ...facts, ...lie }))).toMatchObject({ code: 'corrupt_image' });
    }
  });

  it('are rejected as corrupt if the coded data is not an image', async () => {
    const start = plain.indexOf('mdat', 0, 'latin1') + 4;
    expect(await failureOf(Buffer.from(plain).fill('not an image ', start))).toBe('corrupt_image');
  });

  it.each(['hdlr', 'pitm', 'iinf', 'iprp', 'ipco', 'ispe', 'hvcC', 'iloc'])(
    'are rejected as corrupt without the box %s',
    async (type) => {
      const renamed = patched(plain, type, (payload) => payload);
      renamed.write('skip', renamed.indexOf(type, 0, 'latin1'), 'latin1');
      expect(await failureOf(renamed)).toBe('corrupt_image');
    },
  );

  it.each([
    ['smaller than it is', 64, 48],
    ['larger than it is', 256, 192],
    ['empty', 0, 0],
  ])('are rejected as corrupt if the header describes the image as %s', async (_, width, height) => {
    const liar = patched(plain, 'ispe', (payload) => {
      payload.writeUInt32BE(width, 4);
      payload.writeUInt32BE(height, 8);
    });
    expect(await failureOf(liar)).toBe('corrupt_image');
  });

  it.each([
    ['outside the image', [4000, 1, 48, 1]],
    ['of zero size', [0, 1, 0, 1]],
    ['with a zero denominator', [64, 0, 48, 1]],
  ])('are rejected as corrupt if they have a crop area %s', async (_, values) => {
    const cropped = patched(fixture('cropped'), 'clap', (payload) => {
      for (const [index, value] of values.entries()) payload.writeUInt32BE(value, index * 4);
    });
    expect(await failureOf(cropped)).toBe('corrupt_image');
  });

  it('are rejected as corrupt if a grid contains itself', async () => {
    // Replace item 99's references to items 1 to 4 with references to item 99 itself.
    const circle = patched(grid, 'dimg', (payload) => {
      for (let at = 4; at < 12; at += 2) payload.writeUInt16BE(99, at);
    });
    expect(await failureOf(circle)).toBe('corrupt_image');
  });

  it('never cause an error other than EngineError', async () => {
    // Invert each byte of the boxes, one at a time.
    const boxesEnd = plain.indexOf('mdat', 0, 'latin1');
    for (let at = 0; at < boxesEnd; at++) {
      const broken = Buffer.from(plain);
      broken[at] = (broken[at] ?? 0) ^ 0xff;
      if (isHeic(broken)) {
        expect([undefined, 'corrupt_image', 'unsupported_format']).toContain(await headerFailure(broken));
      }
    }
  });

  async function headerFailure(file: Buffer) {
    try {
      readHeicHeader(file);
      return undefined;
    } catch (error) {
      return (error as { code?: string }).code;
    }
  }
});

describe('an unusual HEIC file', () => {
  it.each([Buffer.alloc(5000), Buffer.from('garbage '.repeat(100)), Buffer.from([0, 0, 0])])(
    'is decoded even if it ends with garbage',
    async (garbage) => {
      const [one, other] = [await decoded(plain), await decoded(Buffer.concat([plain, garbage]))];
      expect(other.data.equals(one.data)).toBe(true);
    },
  );

  it('is decoded even if it contains nested identity items, with or without their own size', async () => {
    const coded = readCoded(plain);
    const identity = (id: number, properties: Buffer[]) => ({
      id,
      type: 'iden',
      data: Buffer.alloc(0),
      properties,
    });
    const size = extents(coded.widthPx, coded.heightPx);
    for (const properties of [[size], []]) {
      const file = writeHeic({
        brands: ['heic', 'mif1'],
        items: [codedItem(1, coded), identity(2, properties), identity(3, [size])],
        primaryId: 3,
        references: [
          { type: 'dimg', from: 2, to: [1] },
          { type: 'dimg', from: 3, to: [2] },
        ],
      });
      const [one, other] = [await decoded(plain), await decoded(file)];
      expect(other.data.equals(one.data)).toBe(true);
    }
  });

  it('is parsed even if it contains a box of an unknown type before the image', () => {
    const start = plain.readUInt32BE(0);
    const stuffed = Buffer.concat([plain.subarray(0, start), box('uuid', [1, 2, 3]), plain.subarray(start)]);
    expect(readHeicHeader(stuffed)).toMatchObject({ widthPx: 128 });
  });
});

describe('a file without a still image coded with HEVC', () => {
  const types = ['av01', 'jpeg', 'vvc1', 'unci', 'Exif', 'tmap'];

  it.each(types)('is rejected as unsupported if its image item has the type %s', async (type) => {
    const other = Buffer.from(plain);
    other.write(type, other.indexOf('hvc1', 0, 'latin1'), 'latin1');
    expect(await failureOf(other)).toBe('unsupported_format');
  });

  it('is rejected as unsupported if it is a grid of AV1 tiles', async () => {
    const other = Buffer.from(grid);
    other.write('av01', other.indexOf('hvc1', 0, 'latin1'), 'latin1');
    expect(await failureOf(other)).toBe('unsupported_format');
  });

  it.each([false, true])(
    'is rejected as unsupported if it contains only an image sequence (truncated: %s)',
    async (isCutOff) => {
      const file = Buffer.concat([
        box('ftyp', Buffer.from('hevc\0\0\0\0msf1hevc', 'latin1')),
        box('moov', box('mvhd', Buffer.alloc(100))),
        box('mdat', Buffer.alloc(100)),
      ]);
      expect(isHeic(file)).toBe(true);
      expect(await failureOf(isCutOff ? file.subarray(0, -50) : file)).toBe('unsupported_format');
    },
  );

  it('is rejected as unsupported if its meta box has a handler other than pict', async () => {
    const other = patched(plain, 'hdlr', (payload) => payload.write('mdir', 8, 'latin1'));
    expect(await failureOf(other)).toBe('unsupported_format');
  });
});

describe('insufficient memory', () => {
  const decoderMemory = WebAssembly.Memory.prototype;
  const grow = decoderMemory.grow;

  afterEach(() => {
    decoderMemory.grow = grow;
  });

  function limitMemory(maxMb: number) {
    decoderMemory.grow = function (this: typeof decoderMemory, pages) {
      if (this.buffer.byteLength + pages * 65_536 > maxMb * 2 ** 20) throw new RangeError('no memory');
      return grow.call(this, pages);
    };
  }

  // The decoder's memory has an initial size of 16 MB.
  it.each([16, 20, 24, 32, 40, 48])(
    'is reported for an image of 12 megapixels and a limit of %s MB',
    async (maxMb) => {
      limitMemory(maxMb);
      const file = bigGrid(8, 6);
      expect(await errorOf(decodeHeic(file, readHeicHeader(file)))).toBeInstanceOf(DecoderOutOfMemoryError);
    },
  );

  it.each([14.3, 15, 15.29, 15.35, 17])(
    'is reported for an image with %s MB of trailing garbage and a limit of 16 MB',
    async (garbageMb) => {
      limitMemory(16);
      const file = Buffer.concat([fixture('tile-512'), Buffer.alloc(garbageMb * 2 ** 20)]);
      expect(await errorOf(decodeHeic(file, readHeicHeader(file)))).toBeInstanceOf(DecoderOutOfMemoryError);
    },
  );
});

type Memory = { grow(pages: number): number; buffer: ArrayBuffer };
declare const WebAssembly: { Memory: { prototype: Memory } };
