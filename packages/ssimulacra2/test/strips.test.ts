import { describe, expect, it } from 'vitest';
import { createReference, type Pixels, scoreInStrips } from '../src/ssimulacra2.ts';
import { drawn, fixture, throughJpeg, withChannels } from './images.ts';

const scoreOf = (original: Pixels, distorted: Pixels) => createReference(original).score(distorted);

/**
 * Size of a flat image with a colorful square. All differences from the original are in one of the image's three
 * strips.
 */
const large = { widthPx: 2100, heightPx: 3000 };
const uneven = () =>
  drawn(large.widthPx, large.heightPx, 3, (x, y, channel) =>
    x < 900 && y < 800 ? (x * 5 + ((y * (3 + channel)) ^ x)) % 256 : 200,
  );

describe('a score computed in strips', () => {
  it('equals the score of the whole image if there is only one strip', async () => {
    const [original, distorted] = [await fixture('city.webp'), await fixture('city-45.jpg')];
    const withAlpha = (image: Pixels) => withChannels(image, 4, ([...rgb]) => [...rgb.slice(0, 3), 200]);
    for (const [one, other] of [
      [original, distorted],
      [withAlpha(original), distorted],
      [original, withAlpha(distorted)],
      [withAlpha(original), withAlpha(distorted)],
    ] as const) {
      expect(scoreInStrips(one, other)).toBe(scoreOf(one, other));
    }
  });

  it('is close to the score of the whole image if only one of several strips has errors', async () => {
    const original = uneven();
    for (const quality of [95, 70, 30]) {
      const distorted = await throughJpeg(original, quality);
      const whole = scoreOf(original, distorted);
      expect(Math.abs(scoreInStrips(original, distorted) - whole)).toBeLessThan(0.7);
    }
  });

  it('is 100 for an identical image, and requires the memory of only one strip', () => {
    const original = uneven();
    scoreInStrips(original, original);
    const before = process.memoryUsage.rss();
    expect(scoreInStrips(original, original)).toBe(100);
    expect(scoreInStrips(original, original)).toBe(100);
    // Scoring the whole image at once would need 34 bytes per pixel.
    const pixels = original.widthPx * original.heightPx;
    expect(process.memoryUsage.rss() - before).toBeLessThan(pixels * 17);
  });

  it('does not affect the scores of other reference images', async () => {
    const [original, distorted] = [await fixture('city.webp'), await fixture('city-45.jpg')];
    const reference = createReference(original);
    const score = reference.score(distorted);
    scoreInStrips(distorted, original);
    expect(reference.score(distorted)).toBe(score);
  });

  it('supports images of the minimum height, and rejects images of different sizes', () => {
    const wide = drawn(30_000, 129, 1, (x, y) => (x * y) % 256);
    expect(scoreInStrips(wide, wide)).toBe(100);
    expect(() => scoreInStrips(wide, { ...wide, widthPx: 129, heightPx: 30_000 })).toThrow(RangeError);
  });
});
