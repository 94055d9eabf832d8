import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { failureOf, formatOf, run } from './harness.ts';

const delay = [50, 120, 300];

/** Returns an animation of squares that move over a transparent background. */
async function animatedGif(loop = 3): Promise<Buffer> {
  const frame = (nth: number) =>
    sharp({ create: { width: 60, height: 40, channels: 4, background: '#0000' } })
      .composite([
        {
          input: { create: { width: 20, height: 20, channels: 4, background: '#c03' } },
          left: nth * 20,
          top: 10,
        },
      ])
      .png()
      .toBuffer();
  const frames = await Promise.all([0, 1, 2].map(frame));
  return sharp(frames, { join: { animated: true } })
    .gif({ delay, loop })
    .toBuffer();
}

/** Returns a GIF with an additional block before its end, by default a comment. */
const withBlock = (file: Buffer, block = '\x21\xfe\x05hello\0') =>
  Buffer.concat([file.subarray(0, -1), Buffer.from(block, 'latin1'), file.subarray(-1)]);

describe('an animated GIF', () => {
  it.each(['auto', 'same', 'webp'] as const)(
    'becomes WebP with its frames, delays, loop count and transparency (%s)',
    async (format) => {
      const { data } = await run(await animatedGif(), { format });
      const facts = await sharp(data).metadata();
      expect(facts).toMatchObject({ format: 'webp', pages: 3, delay, loop: 3, width: 60, height: 40 });
      const last = await sharp(data, { page: 2 }).ensureAlpha().raw().toBuffer();
      const at = (x: number, y: number) => [...last.subarray((y * 60 + x) * 4, (y * 60 + x) * 4 + 4)];
      expect(at(5, 20)[3]).toBe(0);
      expect(at(50, 20)[3]).toBe(255);
      expect(at(50, 20)[0]).toBeGreaterThan(180);
    },
  );

  it('becomes a still image in a format that cannot be animated', async () => {
    const { data } = await run(await animatedGif(), { format: 'png' });
    expect(await sharp(data).metadata()).toMatchObject({ format: 'png', width: 60, height: 40 });
  });

  it.each(['auto', 'modern', 'same'] as const)(
    'is rejected if its frames are too tall for WebP, instead of becoming a stack of frames (%s)',
    async (format) => {
      const tall = await animatedGif();
      tall.writeUInt16LE(16_384, 8);
      tall.writeUInt16LE(16_384, tall.indexOf('21f904', 0, 'hex') + 15);
      await expect(run(tall, { format })).rejects.toMatchObject({ code: 'too_many_pixels_for_format' });
      expect((await run(tall, { format: 'png' })).heightPx).toBe(16_384);
    },
  );

  it('keeps its frames if it is resized and converted to grayscale', async () => {
    const resize = { widthPx: 30, maintainAspect: true };
    const { data } = await run(await animatedGif(0), { resize, filter: 'grayscale' });
    expect(await sharp(data).metadata()).toMatchObject({ pages: 3, delay, loop: 0, width: 30, height: 20 });
  });
});

describe('a still GIF', () => {
  it('is compressed like other drawings, without loss at the highest quality', async () => {
    const gif = await sharp(await images.graphic({ widthPx: 200, heightPx: 150 }))
      .gif()
      .toBuffer();
    const { data } = await run(gif, { format: 'png', quality: 100 });
    expect(await sharp(data).raw().toBuffer()).toEqual(await sharp(gif).removeAlpha().raw().toBuffer());
    const auto = await run(gif);
    expect(['png', 'webp']).toContain(await formatOf(auto.data));
    expect(auto.data.length).toBeLessThan(gif.length);
  });

  it('loses its comments and trailing bytes', async () => {
    const gif = await sharp(await images.graphic({ widthPx: 64, heightPx: 48 }))
      .gif()
      .toBuffer();
    const { data, report } = await run(Buffer.concat([withBlock(gif), Buffer.from('tail')]));
    expect(Buffer.from(data).includes('hello')).toBe(false);
    expect(report.metadataRemoved).toEqual(['comment', 'trailing-bytes']);
  });
});

describe('the engine rejects a GIF', () => {
  it('that ends within its first frame', async () => {
    const gif = await sharp(await images.photo({ widthPx: 300, heightPx: 200 }))
      .gif()
      .toBuffer();
    for (const share of [0.01, 0.3, 0.9])
      expect(await failureOf(images.truncated(gif, share))).toBe('corrupt_image');
  });

  it('with a frame that extends beyond 65,535 pixels', async () => {
    const gif = await animatedGif();
    const frameAt = gif.indexOf('21f904', 0, 'hex') + 8;
    for (const leftOrTop of [1, 3]) {
      const misplaced = Buffer.from(gif);
      misplaced.writeUInt16LE(65_535, frameAt + leftOrTop);
      await expect(run(misplaced, { format: 'png' })).rejects.toMatchObject({ code: 'corrupt_image' });
    }
  });

  it('with too many pixels or frames, based only on the header', async () => {
    const flood = Buffer.from(await animatedGif());
    flood.writeUInt16LE(65_535, 6);
    flood.writeUInt16LE(65_535, 8);
    const frameAt = flood.indexOf('21f904', 0, 'hex') + 8;
    flood.writeUInt16LE(65_535, frameAt + 5);
    flood.writeUInt16LE(65_535, frameAt + 7);
    const before = process.memoryUsage().rss;
    expect(await failureOf(flood)).toBe('too_many_pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    expect(await failureOf(await animatedGif(), 60 * 40 * 3 - 1)).toBe('too_many_pixels');
    expect(await failureOf(manyFrames(2_001))).toBe('too_many_frames');
  });
});

/** Returns an animation of frames with one pixel each. */
function manyFrames(count: number): Buffer {
  const head = Buffer.from('474946383961010001008000000000 00ffffff'.replace(' ', ''), 'hex');
  const frame = Buffer.from('21f904000a0000002c00000000010001000002024401003b'.slice(0, -2), 'hex');
  return Buffer.concat([head, ...Array<Buffer>(count).fill(frame), Buffer.from([0x3b])]);
}
