import { photoPixels } from '@gossamer/testkit/photo-pixels';
import { describe, expect, it } from 'vitest';
import { createImageScorers } from '../src/scorers.ts';
import { sharp } from '../src/sharp.ts';
import { prepared, run } from './harness.ts';

const size = { widthPx: 160, heightPx: 120 };

/**
 * Returns an animation with one frame per item: the photo brightened by the item's value, or another photo for `other`.
 */
async function animation(frames: readonly (number | 'other')[]): Promise<Buffer> {
  const photo = photoPixels(size);
  const pixels = frames.map((levels) =>
    levels === 'other'
      ? photoPixels({ ...size, seed: 7 })
      : Buffer.from(photo.map((value) => Math.min(255, value + levels))),
  );
  const { widthPx: width, heightPx: pageHeight } = size;
  const raw = { width, height: pageHeight * frames.length, channels: 3, pageHeight } as const;
  return sharp(Buffer.concat(pixels), { raw })
    .webp({ lossless: true, delay: frames.map(() => 100) })
    .toBuffer();
}

const encode = (original: Buffer, quality: number) =>
  sharp(original, { animated: true }).webp({ quality }).toBuffer();
const framesOf = async (file: Buffer) => (await sharp(file).metadata()).pages ?? 1;

describe('an animation with similar consecutive frames', () => {
  it('is compared with its result by display time, because the encoder merges similar frames', async () => {
    const original = await animation([0, 1, 'other', 'other', 0]);
    const { image } = await prepared(original);
    const scorers = createImageScorers(image);
    const file = await encode(original, 50);
    expect(await framesOf(file)).toBeLessThan(await framesOf(original));
    const { score } = await (await scorers.checking()).measureFile(file);
    expect(score).toBeGreaterThan(40);
    await scorers.free();
  });

  it.each([10, 50, 85, 95])('is compressed and scored at quality %i', async (quality) => {
    const original = await animation([0, 1, 2, 3, 4, 5]);
    expect(await framesOf(original)).toBe(6);
    const { data, report } = await run(original, { quality });
    expect(data.length).toBeLessThan(original.length);
    expect(report?.score ?? 100).toBeGreaterThan(0);
  });
});
