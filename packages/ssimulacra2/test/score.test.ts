import { describe, expect, it } from 'vitest';
import { createReference, type Pixels } from '../src/ssimulacra2.ts';
import { drawn, fixture, throughJpeg, withChannels } from './images.ts';

const scoreOf = (original: Pixels, distorted: Pixels) => createReference(original).score(distorted);
const grayOf = ([red = 0, green = 0, blue = 0]: Uint8Array) => Math.round((red + green + blue) / 3);

describe('the SSIMULACRA2 score', () => {
  it('is exactly 100 for two identical images', async () => {
    for (const name of ['city.webp', 'page.webp', 'hole.webp', 'city-20.jpg']) {
      const image = await fixture(name);
      expect(scoreOf(image, { ...image, data: image.data.slice() })).toBe(100);
    }
  });

  it('decreases with the quality of a JPEG', async () => {
    const image = await fixture('flowers.webp');
    const reference = createReference(image);
    const scores: number[] = [];
    for (const quality of [97, 90, 80, 65, 50, 35, 20, 10, 3]) {
      scores.push(reference.score(await throughJpeg(image, quality)));
    }
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBeGreaterThan(85);
    expect(scores.at(-1)).toBeLessThan(10);
  });

  it('detects a change of a single pixel', async () => {
    const image = await fixture('page.webp');
    const data = image.data.slice();
    data[(100 * image.widthPx + 319) * 3 + 1]! ^= 255;
    expect(scoreOf(image, { ...image, data })).toBeLessThan(99);
  });
});

describe('image channels', () => {
  it('yield the same score with and without an opaque alpha channel', async () => {
    const [original, distorted] = [await fixture('city.webp'), await fixture('city-45.jpg')];
    const opaque = (image: Pixels) => withChannels(image, 4, (pixel) => [...pixel, 255]);
    const expected = scoreOf(original, distorted);
    expect(scoreOf(opaque(original), distorted)).toBe(expected);
    expect(scoreOf(original, opaque(distorted))).toBe(expected);
    expect(scoreOf(opaque(original), opaque(distorted))).toBe(expected);
  });

  it('count as equal red, green and blue if the image is grayscale', async () => {
    const [original, distorted] = [await fixture('city.webp'), await fixture('city-45.jpg')];
    const layouts = [
      (image: Pixels) => withChannels(image, 1, (pixel) => [grayOf(pixel)]),
      (image: Pixels) => withChannels(image, 2, (pixel) => [grayOf(pixel), 255]),
      (image: Pixels) => withChannels(image, 3, (pixel) => Array(3).fill(grayOf(pixel))),
      (image: Pixels) => withChannels(image, 4, (pixel) => [...Array(3).fill(grayOf(pixel)), 255]),
    ];
    const scores = layouts.flatMap((one) => layouts.map((other) => scoreOf(one(original), other(distorted))));
    expect(scores[0]).toBeLessThan(90);
    expect(new Set(scores).size).toBe(1);
  });
});

describe('an alpha channel', () => {
  const isInHole = (x: number, y: number) => x % 40 < 12 && y % 40 < 12;
  const plain = (gray: number) => drawn(120, 120, 4, (_x, _y, channel) => (channel === 3 ? 255 : gray));
  const withHoles = (gray: number) =>
    drawn(120, 120, 4, (x, y, channel) => (channel === 3 && isInHole(x, y) ? 0 : channel === 3 ? 255 : gray));

  it('reveals a change that is visible only on a dark background', () => {
    expect(scoreOf(plain(230), withHoles(230))).toBeLessThan(50);
    expect(scoreOf(withHoles(230), plain(230))).toBeLessThan(50);
  });

  it('reveals a change that is visible only on a light background', () => {
    expect(scoreOf(plain(26), withHoles(26))).toBeLessThan(50);
    expect(scoreOf(withHoles(26), plain(26))).toBeLessThan(50);
  });

  it('hides changes in fully transparent areas', () => {
    const original = withHoles(120);
    const distorted = drawn(120, 120, 4, (x, y, channel) =>
      channel !== 3 && isInHole(x, y) ? (7 * x + y) % 256 : original.data[(y * 120 + x) * 4 + channel]!,
    );
    expect(scoreOf(original, distorted)).toBe(100);
  });

  it('is supported for grayscale images', () => {
    const toGray = (image: Pixels) => withChannels(image, 2, ([gray = 0, , , alpha = 0]) => [gray, alpha]);
    const [original, distorted] = [withHoles(200), plain(200)];
    expect(scoreOf(toGray(original), toGray(distorted))).toBe(scoreOf(original, distorted));
  });
});

describe('small images', () => {
  it.each([
    [1, 1],
    [7, 5],
    [8, 8],
    [9, 200],
    [300, 1],
  ])('can be compared even with dimensions of %i × %i px', (widthPx, heightPx) => {
    const paint = (x: number, y: number, channel: number) => (29 * x + 53 * y + 80 * channel) % 256;
    const original = drawn(widthPx, heightPx, 3, paint);
    const reference = createReference(original);
    expect(reference.score(original)).toBe(100);

    const distorted = drawn(widthPx, heightPx, 3, (x, y, channel) => paint(x, y, channel) ^ 0x30);
    const score = reference.score(distorted);
    expect(score).toBeLessThan(99);
    expect(score).toBeGreaterThan(-1000);
  });

  it('are extended by mirroring to at least 8 px per side', () => {
    const paint = (x: number, y: number) => (x * 31 + y * 67) % 256;
    const mirror = (position: number, size: number) => (position < size ? position : 2 * size - 1 - position);
    const pair = (factor: number): [Pixels, Pixels] => [
      drawn(7, 5, 1, (x, y) => paint(x, y) / factor),
      drawn(8, 8, 1, (x, y) => paint(mirror(x, 7), mirror(y, 5)) / factor),
    ];
    const [[small, large], [darkSmall, darkLarge]] = [pair(1), pair(2)];
    expect(scoreOf(small, darkSmall)).toBe(scoreOf(large, darkLarge));
  });
});

describe('image sizes', () => {
  const black = (widthPx: number, heightPx: number) => drawn(widthPx, heightPx, 3, () => 0);

  it('must be equal for both images', () => {
    const reference = createReference(black(20, 30));
    expect(() => reference.score(black(30, 20))).toThrow(RangeError);
    expect(() => reference.score(black(20, 29))).toThrow(RangeError);
    // Mirroring extends both images to 8 × 8 pixels. They must still be rejected, because their own sizes differ.
    expect(() => createReference(black(3, 3)).score(black(4, 3))).toThrow(RangeError);
  });

  it('must be positive and match the length of the data', () => {
    expect(() => createReference(black(0, 5))).toThrow(RangeError);
    expect(() => createReference({ ...black(5, 5), widthPx: 4.5 })).toThrow(RangeError);
    expect(() => createReference({ ...black(5, 5), channels: 4 })).toThrow(RangeError);
    expect(() => createReference(black(5, 5)).score({ ...black(5, 5), data: new Uint8Array(74) })).toThrow(
      RangeError,
    );
  });

  it('are limited by the available memory', () => {
    const huge: Pixels = { data: new Uint8Array(2e8), widthPx: 20_000, heightPx: 10_000, channels: 1 };
    const references = [createReference(black(9, 9)), createReference(black(99, 9))];
    expect(() => createReference(huge)).toThrow(RangeError);
    expect(references[0]?.score(black(9, 9))).toBe(100);
    expect(references[1]?.score(black(99, 9))).toBe(100);
  });
});
