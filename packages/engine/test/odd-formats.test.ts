import { deflateSync } from 'node:zlib';
import { outputFormats } from '@gossamer/contracts/formats';
import * as images from '@gossamer/testkit/images';
import { photoPixels } from '@gossamer/testkit/photo-pixels';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { difference, fixture, jpegFrame, measured, open, pixelsOf, rgb, run, runFast } from './harness.ts';

const size = { widthPx: 93, heightPx: 61 };

/** Creates a PNG from a header, chunks that precede the pixels, and rows with filter type 0. */
function pngOf(
  bits: number,
  colorType: number,
  rowBytes: number,
  before: Buffer[],
  fill: (at: number) => number,
) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size.widthPx, 0);
  header.writeUInt32BE(size.heightPx, 4);
  header[8] = bits;
  header[9] = colorType;
  const rows = Buffer.alloc(size.heightPx * (rowBytes + 1));
  for (let at = 0; at < rows.length; at++) rows[at] = at % (rowBytes + 1) === 0 ? 0 : fill(at);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    images.pngChunk('IHDR', header),
    ...before,
    images.pngChunk('IDAT', deflateSync(rows)),
    images.pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const photo = async () => sharp(await images.photoPng(size));
const drawing = async () => sharp(await images.graphic(size));

const odd: Record<string, () => Promise<Buffer>> = {
  'progressive JPEG': async () => (await photo()).jpeg({ progressive: true }).toBuffer(),
  'JPEG 4:4:4': async () => (await photo()).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  'JPEG 4:2:2': async () => fixture('chroma-422.jpg'),
  'JPEG with restart markers': async () => fixture('restart-markers.jpg'),
  'JPEG in three scans': async () => fixture('three-scans.jpg'),
  'arithmetic-coded JPEG': async () => fixture('arithmetic.jpg'),
  'gray JPEG': () => images.grayPhoto(size),
  '16-bit PNG': () => images.deepPng(size),
  '16-bit gray PNG': async () => (await photo()).grayscale().toColourspace('grey16').png().toBuffer(),
  'interlaced PNG': async () => (await photo()).png({ progressive: true }).toBuffer(),
  'palette PNG': async () => (await drawing()).png({ palette: true }).toBuffer(),
  'palette PNG with transparency': async () =>
    sharp(await images.graphicWithAlpha(size))
      .png({ palette: true })
      .toBuffer(),
  '1-bit gray PNG': async () => pngOf(1, 0, 12, [], (at) => (at * 37) % 256),
  '2-bit gray PNG': async () => pngOf(2, 0, 24, [], (at) => (at * 41) % 256),
  '4-bit palette PNG': async () => {
    const palette = Buffer.from(Array.from({ length: 48 }, (_, index) => (index * 53) % 256));
    return pngOf(4, 3, 47, [images.pngChunk('PLTE', palette)], (at) => ((at >> 3) * 17) % 256);
  },
  'PNG with one transparent color': async () => {
    const transparent = images.pngChunk('tRNS', Buffer.from([0, 10, 0, 20, 0, 30]));
    return pngOf(8, 2, 279, [transparent], (at) => (at % 280 < 140 ? [10, 20, 30][(at + 2) % 3]! : 200));
  },
  'PNG with gray and alpha': () => images.grayAlphaPng(size),
  'lossless WebP': async () => (await photo()).webp({ lossless: true }).toBuffer(),
  'WebP with alpha': async () =>
    sharp(await images.graphicWithAlpha(size))
      .webp({ quality: 90 })
      .toBuffer(),
};

describe('an unusual original', () => {
  it.each(Object.entries(odd))('is converted to the same image in every format: %s', async (_, make) => {
    const original = await make();
    for (const format of outputFormats) {
      const result = await runFast(original, { format, quality: 95 });
      expect([result.widthPx, result.heightPx]).toEqual([size.widthPx, size.heightPx]);
      // The limit allows for noise with a low bit depth, which is the hardest image to compress.
      expect(difference(await rgb(result.data), await rgb(original)), format).toBeLessThan(8);
      expect((await (await open(result.data)).metadata()).depth).toBe('uchar');
    }
  });

  it.each(Object.entries(odd))(
    'yields a result that nearly reaches the target score: %s',
    async (_, make) => {
      const original = await make();
      const result = await run(original, { quality: 85 });
      expect(result.report.score).toBeGreaterThan(78);
      if (result.format !== 'jpeg') expect(await measured(original, result.data)).toBeGreaterThan(77);
      expect(result.data.length).toBeLessThanOrEqual(original.length);
    },
  );

  it('is arithmetic-coded in the fixture arithmetic.jpg and Huffman-coded in three-scans.jpg', () => {
    expect(jpegFrame(fixture('arithmetic.jpg'))).toBe(0xc9);
    expect(jpegFrame(fixture('three-scans.jpg'))).toBe(0xc0);
  });

  it('keeps every pixel if it is a 1-bit gray PNG and PNG is requested', async () => {
    const original = await odd['1-bit gray PNG']!();
    const result = await run(original, { format: 'png' });
    expect(difference(await rgb(result.data), await rgb(original))).toBe(0);
  });

  it('keeps every kind of transparency', async () => {
    for (const name of [
      'palette PNG with transparency',
      'PNG with one transparent color',
      'PNG with gray and alpha',
    ]) {
      const original = await odd[name]!();
      const alphaOf = async (file: Uint8Array) => sharp(file).extractChannel('alpha').raw().toBuffer();
      const expected = await alphaOf(original);
      expect(Math.min(...expected)).toBeLessThan(255);
      for (const format of ['png', 'webp'] as const) {
        const alpha = await alphaOf((await run(original, { format, quality: 100 })).data);
        const off = alpha.reduce((sum, value, at) => sum + Math.abs(value - expected[at]!), 0) / alpha.length;
        // A palette has few alpha levels, so alpha values at soft edges may be rounded.
        expect(off, `${name} as ${format}`).toBeLessThanOrEqual(name === 'PNG with gray and alpha' ? 3 : 0);
      }
    }
  });
});

describe('an animation', () => {
  async function animation(delay: number[], loop: number): Promise<Buffer> {
    const frames = delay.map((_, seed) => photoPixels({ widthPx: 60, heightPx: 40, seed: seed + 1 }));
    const raw = { width: 60, height: 40 * delay.length, channels: 3, pageHeight: 40 } as const;
    return sharp(Buffer.concat(frames), { raw }).webp({ quality: 90, effort: 2, delay, loop }).toBuffer();
  }

  it.each(['thorough', 'fast'])(
    'keeps every frame, its duration and the loop count at %s effort',
    async (effort) => {
      const original = await animation([40, 250, 1000], 3);
      for (const quality of [30, 100]) {
        const result = await (effort === 'fast' ? runFast : run)(original, { quality });
        const { pages, delay, loop } = await sharp(result.data).metadata();
        expect({ pages, delay, loop }).toEqual({ pages: 3, delay: [40, 250, 1000], loop: 3 });
        for (const page of [0, 1, 2]) {
          const [was, is] = await Promise.all(
            [original, result.data].map((file) => rgb(file, () => sharp(file, { page }))),
          );
          expect(difference(is!, was!), `frame ${page}`).toBeLessThan(quality === 30 ? 16 : 5);
        }
      }
    },
  );

  it('is scored with frames from the whole animation', async () => {
    const original = await animation([100, 100, 100], 0);
    const { report, data } = await run(original, { quality: 70 });
    const frames = async (file: Uint8Array) => sharp(file, { pages: -1 }).toFormat('raw').toBuffer();
    const stacked = async (file: Uint8Array) =>
      sharp(await frames(file), { raw: { width: 60, height: 120, channels: 3 } })
        .png()
        .toBuffer();
    expect(
      Math.abs((await measured(await stacked(original), await stacked(data))) - report.score!),
    ).toBeLessThan(8);
  });

  it('is classified by its later frames if the first frame is blank', async () => {
    const size = { widthPx: 120, heightPx: 90 };
    const blank = Buffer.alloc(120 * 90 * 3, 255);
    const photos = [2, 3, 4, 5].map((seed) => photoPixels({ ...size, seed }));
    const raw = { width: 120, height: 90 * 5, channels: 3, pageHeight: 90 } as const;
    const original = await sharp(Buffer.concat([blank, ...photos]), { raw })
      .webp({ quality: 96, effort: 2 })
      .toBuffer();
    const { report, data } = await run(original);
    expect([report.kind, report.encoding]).toEqual(['photo', 'webp lossy']);
    expect(data.length).toBeLessThan(original.length * 0.8);
  });
});

describe('16-bit pixels', () => {
  it('are rounded to 8 bits, not truncated', async () => {
    const { data } = await run(await odd['16-bit PNG']!(), { format: 'png', quality: 100, filter: 'none' });
    const expected = await pixelsOf(await images.photoPng(size));
    const { data: seen } = await pixelsOf(data);
    const sum = seen.reduce((total, value, at) => total + value - expected.data[at]!, 0);
    expect(Math.abs(sum / seen.length)).toBeLessThan(0.3);
  });
});
