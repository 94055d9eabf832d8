import { createReference } from '@gossamer/ssimulacra2/ssimulacra2';
import * as images from '@gossamer/testkit/images';
import { photoPixels } from '@gossamer/testkit/photo-pixels';
import { describe, expect, it } from 'vitest';
import { createImageScorers, type ImageScorers } from '../src/scorers.ts';
import { sharp } from '../src/sharp.ts';
import { readPixels } from '../src/tiles.ts';
import { measured, pixelsOf, prepared } from './harness.ts';

async function withScorers(original: Buffer, test: (scorers: ImageScorers) => Promise<void>): Promise<void> {
  const { image } = await prepared(original);
  const scorers = createImageScorers(image);
  try {
    await test(scorers);
  } finally {
    await scorers.free();
  }
}

const medium = { widthPx: 1500, heightPx: 1000 };
const large = { widthPx: 2000, heightPx: 1250 };

describe('a scorer of a small image', () => {
  it('covers the whole image in trials and in the final check', async () => {
    const original = await images.photoPng({ widthPx: 220, heightPx: 150 });
    await withScorers(original, async (scorers) => {
      const scorer = await scorers.probing();
      expect(await scorers.checking()).toBe(scorer);
      expect(scorer.isWhole).toBe(true);
      expect(scorer.sample.data.equals((await pixelsOf(original)).data)).toBe(true);
      for (const quality of [30, 60, 90]) {
        const file = await sharp(original).jpeg({ quality }).toBuffer();
        const score = await measured(original, file);
        expect(await scorer.scoreSample(file)).toBeCloseTo(score, 6);
        expect((await scorer.measureFile(file)).score).toBeCloseTo(score, 6);
        expect((await scorer.measureSample(file)).score).toBeCloseTo(score, 6);
      }
    });
  });

  it.each(['opaque', 'alpha', 'gray'])('assigns the score 100 to an unchanged image: %s', async (sort) => {
    const size = { widthPx: 90, heightPx: 70 };
    const makers = { opaque: images.photoPng, alpha: images.cutout, gray: images.grayAlphaPng };
    const original = await makers[sort as keyof typeof makers](size);
    await withScorers(original, async (scorers) => {
      const { score, worstTileScore } = await (await scorers.checking()).measureFile(original);
      expect(score).toBeGreaterThan(99.9);
      expect(worstTileScore).toBeGreaterThan(99.9);
    });
  });

  it('detects the loss of transparency', async () => {
    const original = await images.cutout({ widthPx: 90, heightPx: 70 });
    const opaque = await sharp(original).removeAlpha().png().toBuffer();
    await withScorers(original, async (scorers) => {
      const { score, worstTileScore } = await (await scorers.checking()).measureFile(opaque);
      expect(score).toBeLessThan(30);
      expect(worstTileScore).toBeLessThan(30);
    });
  });
});

describe('a scorer of a large image', () => {
  it('uses tiles for trials, and subtracts the score points that the tile seams add', async () => {
    await withScorers(await images.photo({ ...large, quality: 100 }), async (scorers) => {
      const scorer = await scorers.probing();
      expect(scorer.isWhole).toBe(false);
      const { data, widthPx, heightPx, channels } = scorer.sample;
      expect(widthPx * heightPx).toBeLessThan(1_000_000);
      const image = sharp(data, { raw: { width: widthPx, height: heightPx, channels } });
      const reference = createReference(scorer.sample);
      for (const quality of [50, 80, 95]) {
        const file = await image.clone().jpeg({ quality }).toBuffer();
        const uncorrected = reference.score(await readPixels(sharp(file)));
        const taken = uncorrected - (await scorer.scoreSample(file));
        expect(taken).toBeGreaterThan(0.05);
        expect(taken).toBeLessThan(3.2);
        expect((await scorer.measureSample(file)).score).toBeCloseTo(uncorrected - taken, 6);
      }
      reference.free();
    });
  });

  it('returns a score close to that of the whole image, even if the image is not held in memory', async () => {
    const original = await images.photo({ ...large, quality: 100 });
    const file = await sharp(original).jpeg({ quality: 70 }).toBuffer();
    const whole = await measured(original, file);
    const { image } = await prepared(original);
    const { pixels: _, ...streamed } = image;
    const scores: number[] = [];
    for (const one of [image, streamed]) {
      const scorers = createImageScorers(one);
      for (const scorer of [await scorers.probing(), await scorers.checking()]) {
        expect(scorer.isWhole).toBe(false);
        const { score } = await scorer.measureFile(file);
        expect(Math.abs(score - whole)).toBeLessThan(3);
        scores.push(score);
      }
      await scorers.free();
    }
    expect(new Set(scores).size).toBeGreaterThan(1);
  });
});

describe('the scorer of a large drawing', () => {
  it('checks the whole drawing, because sampled tiles could miss an embedded photograph', async () => {
    const side = 500;
    const raw = { width: side, height: side, channels: 3 } as const;
    const input = photoPixels({ widthPx: side, heightPx: side });
    const original = await sharp(await images.graphic(large))
      .composite([{ input, raw, left: 40, top: 30 }])
      .png()
      .toBuffer();
    const poor = await sharp(original).png({ palette: true, quality: 50, dither: 0 }).toBuffer();
    await withScorers(original, async (scorers) => {
      const scorer = await scorers.checking();
      expect([(await scorers.probing()).isWhole, scorer.isWhole]).toEqual([false, true]);
      const whole = await measured(original, poor);
      expect(whole).toBeLessThan(90);
      expect(Math.abs((await scorer.measureFile(poor)).score - whole)).toBeLessThan(0.7);
    });
  });
});

describe('the score of the worst tile', () => {
  const tilePx = 192;
  const raw = { width: tilePx, height: tilePx, channels: 3 } as const;
  const photo = () => sharp(photoPixels({ widthPx: tilePx, heightPx: tilePx }), { raw });
  async function drawingWith(tile: Buffer): Promise<Buffer> {
    return sharp(await images.graphic(medium))
      .composite([{ input: tile, left: 3 * tilePx, top: 2 * tilePx }])
      .png()
      .toBuffer();
  }

  it('reveals one ruined tile that hardly changes the overall score', async () => {
    const original = await drawingWith(await photo().png().toBuffer());
    const ruined = await drawingWith(await photo().jpeg({ quality: 25 }).toBuffer());
    await withScorers(original, async (scorers) => {
      const scorer = await scorers.checking();
      expect(scorer.isWhole).toBe(true);
      expect((await scorer.measureFile(original)).worstTileScore).toBe(100);
      const { score, worstTileScore } = await scorer.measureFile(ruined);
      expect(score).toBeGreaterThan(76);
      expect(worstTileScore).toBeLessThan(score - 20);
      const tile = createReference(await pixelsOf(await photo().png().toBuffer()));
      const alone = tile.score(await pixelsOf(await photo().jpeg({ quality: 25 }).toBuffer()));
      tile.free();
      expect(worstTileScore).toBeCloseTo(alone, 0);
    });
  });

  it('reveals a ruined corner that is smaller than a tile', async () => {
    const original = await images.photoPng({ widthPx: 400, heightPx: 300 });
    const corner = { create: { width: 16, height: 108, channels: 3, background: 'gray' } } as const;
    const ruined = await sharp(original)
      .composite([{ input: corner, left: 384, top: 192 }])
      .png()
      .toBuffer();
    await withScorers(original, async (scorers) => {
      const { score, worstTileScore } = await (await scorers.checking()).measureFile(ruined);
      expect(worstTileScore).toBeLessThan(score - 10);
    });
  });

  it.each([
    ['colors other than red', 2],
    ['alpha', 3],
  ])('reveals errors in %s', async (_, channel) => {
    const original = await images.graphicWithAlpha({ widthPx: 768, heightPx: 576 });
    const pixels = await pixelsOf(original);
    const ruined = Buffer.from(pixels.data);
    for (let row = 192; row < 384; row += 1) {
      for (let column = 192; column < 384; column += 1) {
        const at = (row * 768 + column) * 4;
        if (ruined[at + 3] !== 0) ruined[at + channel] = (row * column) % 200;
      }
    }
    const file = await sharp(ruined, { raw: { width: 768, height: 576, channels: 4 } })
      .png()
      .toBuffer();
    await withScorers(original, async (scorers) => {
      const { score, worstTileScore } = await (await scorers.checking()).measureFile(file);
      expect(worstTileScore).toBeLessThan(score);
    });
  });
});
