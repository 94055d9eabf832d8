import { createReference } from '@gossamer/ssimulacra2/ssimulacra2';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { preferLossless, scoreAtAllScales } from '../src/small-images.ts';
import { cutTiles } from '../src/tiles.ts';
import { crop, difference, fixture, pixelsOf, rgb, run } from './harness.ts';

/** Returns a glossy icon: soft shades on a colored disc with a bright mark. */
async function icon(sidePx: number, hue: number): Promise<Buffer> {
  const center = sidePx / 2;
  const data = Buffer.alloc(sidePx * sidePx * 4);
  for (let y = 0; y < sidePx; y += 1) {
    for (let x = 0; x < sidePx; x += 1) {
      const distance = Math.hypot(x - center + 0.5, y - center + 0.5) / center;
      const light = 1 - 0.6 * distance + 0.2 * Math.sin((x + hue) * 0.9) * Math.cos(y * 0.7);
      const isMark = Math.abs(x - y) < sidePx / 12;
      const color = [0, 2, 4].map((third) =>
        isMark ? 240 : 255 * light * (0.5 + 0.5 * Math.cos((hue + third) * 1.047)),
      );
      const at = (y * sidePx + x) * 4;
      for (const [channel, value] of color.entries()) data[at + channel] = Math.max(0, Math.min(255, value));
      data[at + 3] = distance > 1 ? 0 : 255;
    }
  }
  const raw = { width: sidePx, height: sidePx, channels: 4 } as const;
  return sharp(data, { raw }).png().toBuffer();
}

describe('scoreAtAllScales', () => {
  it.each([32, 64, 128])(
    'returns a score close to that of the whole image for tiles of %i px',
    async (side) => {
      const original = await pixelsOf(fixture('photo-city.png'));
      const raw = { width: original.widthPx, height: original.heightPx, channels: original.channels };
      const encoded = await pixelsOf(await sharp(original.data, { raw }).webp({ quality: 75 }).toBuffer());
      const whole = createReference(original).score(encoded);
      const scores = Array.from({ length: 60 }, (_, n) => {
        const left = Math.floor(((n * 0.618) % 1) * (original.widthPx - side));
        const top = Math.floor(((n * 0.382) % 1) * (original.heightPx - side));
        const tile = { columns: 1, widthPx: side, heightPx: side, places: [{ left, top }] };
        const reference = createReference(cutTiles(original, tile));
        const score = reference.score(cutTiles(encoded, tile));
        reference.free();
        return score;
      });
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      const corrected = scoreAtAllScales(mean, { widthPx: side, heightPx: side });
      expect(mean).toBeGreaterThan(whole + 3);
      expect(Math.abs(corrected - whole)).toBeLessThan(10);
    },
  );

  it('does not change the score of an identical or a large image', () => {
    expect(scoreAtAllScales(100, { widthPx: 16, heightPx: 16 })).toBe(100);
    expect(scoreAtAllScales(70, { widthPx: 512, heightPx: 900 })).toBe(70);
  });

  it('depends only on the shorter side of the image', () => {
    const strip = scoreAtAllScales(80, { widthPx: 29, heightPx: 100 });
    expect(strip).toBe(scoreAtAllScales(80, { widthPx: 29, heightPx: 29 }));
    expect(strip).toBeLessThan(50);
  });
});

describe('a small image at the default quality', () => {
  it.each([16, 22, 32, 48, 64])('keeps its hues and shapes if it is an icon of %i px', async (side) => {
    for (let hue = 0; hue < 6; hue += 1) {
      const original = await icon(side, hue);
      const { data } = await run(original);
      expect(data.length).toBeLessThanOrEqual(original.length);
      expect(difference(await rgb(data), await rgb(original)), `hue ${hue}`).toBeLessThan(
        side <= 32 ? 2.5 : 5,
      );
    }
  });

  it.each([
    [29, 100],
    [100, 29],
    [12, 200],
  ])('keeps its content if it is a narrow strip of a photograph (%i × %i px)', async (widthPx, heightPx) => {
    const original = await crop('photo-city.png', widthPx, heightPx);
    const { data } = await run(original);
    expect(difference(await rgb(data), await rgb(original))).toBeLessThan(4);
  });

  it.each([64, 128, 256])(
    'has a palette if it is a glossy icon of %i px, although it resembles a photo',
    async (side) => {
      const original = await icon(side, 1);
      const { data, report } = await run(original);
      expect(report).toMatchObject({ kind: 'photo', encoding: expect.stringMatching(/ palette$/) });
      expect(report.score).toBeGreaterThan(79);
      const lossy = await sharp(original).webp({ quality: 90 }).toBuffer();
      expect(data.length).toBeLessThan(0.6 * lossy.length);
    },
  );

  it('has no palette if it is a cut-out photograph', async () => {
    const { data, widthPx, heightPx } = await pixelsOf(await crop('photo-city.png', 256, 256));
    const cutOut = Buffer.alloc(widthPx * heightPx * 4);
    for (let n = 0; n < widthPx * heightPx; n += 1) {
      cutOut.set(data.subarray(n * 3, n * 3 + 3), n * 4);
      cutOut[n * 4 + 3] = Math.hypot((n % widthPx) - 128, Math.floor(n / widthPx) - 128) < 128 ? 255 : 0;
    }
    const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
    const { report } = await run(await sharp(cutOut, { raw }).png().toBuffer());
    expect(report).toMatchObject({ kind: 'photo', encoding: 'webp lossy' });
  });

  it('is encoded losslessly at the higher of two efforts if that is smaller', async () => {
    const original = await icon(48, 1);
    const { data, report } = await run(original, { quality: 50, format: 'webp' });
    expect(report).toMatchObject({ encoding: 'webp palette' });
    const decoded = sharp(data);
    const usual = await decoded.clone().webp({ lossless: true, effort: 4, quality: 100 }).toBuffer();
    expect(data.length).toBeLessThan(usual.length);
  });

  it('is lossless if this costs only a few hundred bytes', async () => {
    const { report } = await run(await icon(22, 1));
    expect(report).toMatchObject({ encoding: 'webp lossless', score: 100 });
  });
});

describe('preferLossless', () => {
  const file = (encoding: 'webp lossy' | 'webp lossless', bytes: number) => ({
    ...({ format: 'webp', encoding, encoderQuality: null, score: 90, worstTileScore: 90 } as const),
    data: Buffer.alloc(bytes),
  });
  const lossy = file('webp lossy', 1000);

  it('prefers a lossless file that is at most 300 bytes larger than the lossy one, but only for icons', () => {
    const [cheap, dear] = [file('webp lossless', 1300), file('webp lossless', 1301)];
    const size = { widthPx: 128, heightPx: 128, pages: 1 };
    const of = (files: (typeof cheap)[], image = size) =>
      preferLossless(lossy, [lossy, ...files], image).data.length;
    expect([of([cheap]), of([dear]), of([]), of([dear, cheap])]).toEqual([1300, 1000, 1000, 1300]);
    expect(of([cheap], { ...size, widthPx: 129 })).toBe(1000);
  });
});
