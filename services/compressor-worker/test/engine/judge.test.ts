import { createReference } from '@gossamer/ssimulacra2/ssimulacra2';
import { photoPixels } from '@gossamer/testkit/photo-pixels';
import * as pictures from '@gossamer/testkit/pictures';
import { describe, expect, it } from 'vitest';
import { createJudges, type Judges } from '../../src/engine/judge.ts';
import { sharp } from '../../src/engine/sharp.ts';
import { readPixels } from '../../src/engine/tiles.ts';
import { measured, pixelsOf, prepared } from './harness.ts';

async function withJudges(original: Buffer, test: (judges: Judges) => Promise<void>): Promise<void> {
  const { picture } = await prepared(original);
  const judges = createJudges(picture);
  try {
    await test(judges);
  } finally {
    await judges.free();
  }
}

const medium = { widthPx: 1500, heightPx: 1000 };
const large = { widthPx: 2000, heightPx: 1250 };

describe('a judge of a small picture', () => {
  it('sees all of it, for steering and for checking', async () => {
    const original = await pictures.photoPng({ widthPx: 220, heightPx: 150 });
    await withJudges(original, async (judges) => {
      const judge = await judges.probing();
      expect(await judges.checking()).toBe(judge);
      expect(judge.isWhole).toBe(true);
      expect(judge.sample.data.equals((await pixelsOf(original)).data)).toBe(true);
      for (const quality of [30, 60, 90]) {
        const file = await sharp(original).jpeg({ quality }).toBuffer();
        const score = await measured(original, file);
        expect(await judge.scoreSample(file)).toBeCloseTo(score, 6);
        expect((await judge.judgeFile(file)).score).toBeCloseTo(score, 6);
        expect((await judge.judgeSample(file)).score).toBeCloseTo(score, 6);
      }
    });
  });

  it.each(['opaque', 'alpha', 'grey'])('gives the picture itself 100: %s', async (sort) => {
    const size = { widthPx: 90, heightPx: 70 };
    const makers = { opaque: pictures.photoPng, alpha: pictures.cutout, grey: pictures.greyAlphaPng };
    const original = await makers[sort as keyof typeof makers](size);
    await withJudges(original, async (judges) => {
      const { score, worstTileScore } = await (await judges.checking()).judgeFile(original);
      expect(score).toBeGreaterThan(99.9);
      expect(worstTileScore).toBeGreaterThan(99.9);
    });
  });

  it('sees transparency that was lost', async () => {
    const original = await pictures.cutout({ widthPx: 90, heightPx: 70 });
    const opaque = await sharp(original).removeAlpha().png().toBuffer();
    await withJudges(original, async (judges) => {
      const { score, worstTileScore } = await (await judges.checking()).judgeFile(opaque);
      expect(score).toBeLessThan(30);
      expect(worstTileScore).toBeLessThan(30);
    });
  });
});

describe('a judge of a large picture', () => {
  it('steers by tiles, and takes from their score what the seams hide', async () => {
    await withJudges(await pictures.photo({ ...large, quality: 100 }), async (judges) => {
      const judge = await judges.probing();
      expect(judge.isWhole).toBe(false);
      const { data, widthPx, heightPx, channels } = judge.sample;
      expect(widthPx * heightPx).toBeLessThan(1_000_000);
      const image = sharp(data, { raw: { width: widthPx, height: heightPx, channels } });
      const reference = createReference(judge.sample);
      for (const quality of [50, 80, 95]) {
        const file = await image.clone().jpeg({ quality }).toBuffer();
        const uncorrected = reference.score(await readPixels(sharp(file)));
        const taken = uncorrected - (await judge.scoreSample(file));
        expect(taken).toBeGreaterThan(0.05);
        expect(taken).toBeLessThan(3.2);
        expect((await judge.judgeSample(file)).score).toBeCloseTo(uncorrected - taken, 6);
      }
      reference.free();
    });
  });

  it('comes near the score of the whole, also where the picture is not held', async () => {
    const original = await pictures.photo({ ...large, quality: 100 });
    const file = await sharp(original).jpeg({ quality: 70 }).toBuffer();
    const whole = await measured(original, file);
    const { picture } = await prepared(original);
    const { pixels: _, ...streamed } = picture;
    const scores: number[] = [];
    for (const one of [picture, streamed]) {
      const judges = createJudges(one);
      for (const judge of [await judges.probing(), await judges.checking()]) {
        expect(judge.isWhole).toBe(false);
        const { score } = await judge.judgeFile(file);
        expect(Math.abs(score - whole)).toBeLessThan(3);
        scores.push(score);
      }
      await judges.free();
    }
    expect(new Set(scores).size).toBeGreaterThan(1);
  });
});

describe('a judge of a large drawing', () => {
  it('sees all of it where it checks: its one photograph may lie between tiles', async () => {
    const side = 500;
    const raw = { width: side, height: side, channels: 3 } as const;
    const input = photoPixels({ widthPx: side, heightPx: side });
    const original = await sharp(await pictures.graphic(large))
      .composite([{ input, raw, left: 40, top: 30 }])
      .png()
      .toBuffer();
    const poor = await sharp(original).png({ palette: true, quality: 50, dither: 0 }).toBuffer();
    await withJudges(original, async (judges) => {
      const judge = await judges.checking();
      expect([(await judges.probing()).isWhole, judge.isWhole]).toEqual([false, true]);
      const whole = await measured(original, poor);
      expect(whole).toBeLessThan(90);
      expect(Math.abs((await judge.judgeFile(poor)).score - whole)).toBeLessThan(0.7);
    });
  });
});

describe('the score of the worst tile', () => {
  const tilePx = 192;
  const raw = { width: tilePx, height: tilePx, channels: 3 } as const;
  const photo = () => sharp(photoPixels({ widthPx: tilePx, heightPx: tilePx }), { raw });
  async function drawingWith(tile: Buffer): Promise<Buffer> {
    return sharp(await pictures.graphic(medium))
      .composite([{ input: tile, left: 3 * tilePx, top: 2 * tilePx }])
      .png()
      .toBuffer();
  }

  it('tells of one ruined tile, where the whole hardly tells', async () => {
    const original = await drawingWith(await photo().png().toBuffer());
    const ruined = await drawingWith(await photo().jpeg({ quality: 25 }).toBuffer());
    await withJudges(original, async (judges) => {
      const judge = await judges.checking();
      expect(judge.isWhole).toBe(true);
      expect((await judge.judgeFile(original)).worstTileScore).toBe(100);
      const { score, worstTileScore } = await judge.judgeFile(ruined);
      expect(score).toBeGreaterThan(76);
      expect(worstTileScore).toBeLessThan(score - 20);
      const tile = createReference(await pixelsOf(await photo().png().toBuffer()));
      const alone = tile.score(await pixelsOf(await photo().jpeg({ quality: 25 }).toBuffer()));
      tile.free();
      expect(worstTileScore).toBeCloseTo(alone, 0);
    });
  });

  it('tells of a ruined corner that is no whole tile', async () => {
    const original = await pictures.photoPng({ widthPx: 400, heightPx: 300 });
    const corner = { create: { width: 16, height: 108, channels: 3, background: 'grey' } } as const;
    const ruined = await sharp(original)
      .composite([{ input: corner, left: 384, top: 192 }])
      .png()
      .toBuffer();
    await withJudges(original, async (judges) => {
      const { score, worstTileScore } = await (await judges.checking()).judgeFile(ruined);
      expect(worstTileScore).toBeLessThan(score - 10);
    });
  });

  it.each([
    ['colours other than red', 2],
    ['alpha', 3],
  ])('tells of %s', async (_, channel) => {
    const original = await pictures.graphicWithAlpha({ widthPx: 768, heightPx: 576 });
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
    await withJudges(original, async (judges) => {
      const { score, worstTileScore } = await (await judges.checking()).judgeFile(file);
      expect(worstTileScore).toBeLessThan(score);
    });
  });
});
