import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import type { Pixels } from '../src/image.ts';
import { needsReview } from '../src/needs-review.ts';
import { readFile } from '../src/sample.ts';
import { type Area, findWorstTile } from '../src/worst-tile.ts';
import { run, runFast } from './harness.ts';

/** Returns a copy of pixels in which one channel of an area is inverted in a pattern of single pixels. */
function damaged(pixels: Pixels, { leftPx, topPx, widthPx, heightPx }: Area, channel: number): Pixels {
  const data = Buffer.from(pixels.data);
  for (let row = topPx; row < topPx + heightPx; row += 1) {
    for (let column = leftPx; column < leftPx + widthPx; column += 1) {
      const at = (row * pixels.widthPx + column) * pixels.channels + channel;
      if ((row + column) % 3 === 0) data[at] = 255 - (data[at] ?? 0);
    }
  }
  return { ...pixels, data };
}

describe('the worst tile', () => {
  it.each([
    ['a photo of twelve megapixels', () => images.photo({ widthPx: 4000, heightPx: 3000 }), 1],
    ['the colors of a drawing', () => images.graphic({ widthPx: 1000, heightPx: 700 }), 2],
    ['the alpha of a drawing', () => images.graphicWithAlpha({ widthPx: 1000, heightPx: 700 }), 3],
    ['a gray photo', () => images.grayPhoto({ widthPx: 1000, heightPx: 700 }), 0],
  ])('is the one with a small damaged area in %s', async (_, make, channel) => {
    const original = await readFile(await make());
    const area = { leftPx: 3 * 192 + 20, topPx: 2 * 192 + 30, widthPx: 60, heightPx: 50 };
    const { area: tile, score } = findWorstTile(original, damaged(original, area, channel));
    expect(tile).toEqual({ leftPx: 576, topPx: 384, widthPx: 192, heightPx: 192 });
    expect(score).toBeLessThan(80);
  });

  it('ends at the edges of the image', async () => {
    const original = await readFile(await images.photo({ widthPx: 500, heightPx: 250 }));
    const corner = { leftPx: 480, topPx: 235, widthPx: 20, heightPx: 15 };
    const { area } = findWorstTile(original, damaged(original, corner, 0));
    expect(area).toEqual({ leftPx: 308, topPx: 58, widthPx: 192, heightPx: 192 });
  });

  it('is the whole image if the image is smaller than a tile', async () => {
    const original = await readFile(await images.photo({ widthPx: 90, heightPx: 60 }));
    const { area, score } = findWorstTile(original, original);
    expect([area, score]).toEqual([{ leftPx: 0, topPx: 0, widthPx: 90, heightPx: 60 }, 100]);
  });
});

describe('the request for a review', () => {
  const plan = { targetScore: 80, sizeLimits: undefined };
  const sizeLimits = { minBytes: 0, maxBytes: 20_000, onUnreachable: 'closest' } as const;
  it.each([
    [
      'is made if one tile lost much more than the quality allows',
      { score: 80, worstTileScore: 71 },
      plan,
      true,
    ],
    [
      'is made although the tile lowers the score of the image',
      { score: 62, worstTileScore: 60 },
      plan,
      true,
    ],
    ['is not made if no tile lost much more', { score: 80, worstTileScore: 73 }, plan, false],
    [
      'is not made because other parts are better than requested',
      { score: 95, worstTileScore: 75 },
      plan,
      false,
    ],
    [
      'is not made if the differences are hard to see',
      { score: 92, worstTileScore: 81 },
      { ...plan, targetScore: 94 },
      false,
    ],
    [
      'is made if the file size led to a poor quality',
      { score: 59, worstTileScore: 58 },
      { targetScore: 94, sizeLimits },
      true,
    ],
    [
      'is not made if the file size allowed a fair quality',
      { score: 61, worstTileScore: 58 },
      { targetScore: 94, sizeLimits },
      false,
    ],
    [
      'is not made because a low quality must have a minimum file size',
      { score: 50, worstTileScore: 45 },
      { targetScore: 50, sizeLimits: { ...sizeLimits, minBytes: 10_000, maxBytes: Infinity } },
      false,
    ],
    ['is unknown without scores', { score: null, worstTileScore: null }, plan, undefined],
  ])('%s', (_, scores, plan, expected) => {
    expect(needsReview(scores, plan)).toBe(expected);
  });
});

describe('the report', () => {
  it('names the part of a photo that lost much more than the rest', async () => {
    const { report } = await run(await images.photoWithPattern({ widthPx: 2400, heightPx: 1600 }));
    expect(report).toMatchObject({
      needsReview: true,
      worstTile: { leftPx: 1152, topPx: 768, widthPx: 192, heightPx: 192 },
    });
    expect(report.worstTileScore).toBeLessThan(72);
  });

  it('names the place in the resized image', async () => {
    const file = await images.photoWithPattern({ widthPx: 2400, heightPx: 1600 });
    const resize = { widthPx: 1200, maintainAspect: true };
    const { report } = await run(file, { resize });
    // The stripes are between 552 and 648 pixels from the left, where four tiles meet.
    expect([384, 576]).toContain(report.worstTile?.leftPx);
    expect([192, 384]).toContain(report.worstTile?.topPx);
  });

  it('requests no review of an ordinary photo or of a lossless result', async () => {
    const photo = await run(await images.photo({ widthPx: 900, heightPx: 600 }));
    const lossless = await run(await images.graphic({ widthPx: 300, heightPx: 200 }), { quality: 100 });
    expect([photo.report.needsReview, lossless.report.needsReview]).toEqual([false, false]);
  });

  it('contains no place in an animation, and no request without scores', async () => {
    const animation = await run(await images.animation({ widthPx: 300, heightPx: 200 }));
    expect(animation.report.worstTileScore).not.toBeNull();
    expect(animation.report.worstTile).toBeUndefined();
    const fast = await runFast(await images.photo({ widthPx: 300, heightPx: 200 }));
    expect(fast.report).not.toHaveProperty('needsReview');
  });
});
