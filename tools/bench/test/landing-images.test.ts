import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { imagesFolder, type Measured, measure, type Pair } from '../src/landing-images.ts';

/** Measurements that the landing page shows for its images. The tests measure the images again. */
const facts = JSON.parse(readFileSync(join(imagesFolder, 'images.json'), 'utf8')) as {
  quality: number;
  hero: { desktop: Pair; phone: Pair };
  samples: (Measured & { name: string; thumbnail: string })[];
  cards: Record<string, string>;
  photo: Record<'jpeg' | 'png' | 'webp', Measured>;
  screenshot: Record<'jpeg' | 'png', Measured>;
  lossless: Measured;
};
const sizeOf = (name: string) => statSync(join(imagesFolder, name)).size;
const sample = (name: string) => readFileSync(join(import.meta.dirname, '../images', name));
const sampleFiles = ['camera-12mp.jpg', 'flowers.png', 'page.png', 'phone-12mp.heic'];

function expectTrue(claimed: Measured, found: Measured): void {
  expect(claimed.format).toBe(found.format);
  expect(claimed.originalBytes).toBe(found.originalBytes);
  expect(Math.abs(claimed.resultBytes / found.resultBytes - 1)).toBeLessThanOrEqual(0.03);
  expect(Math.abs((claimed.score ?? 100) - (found.score ?? 100))).toBeLessThanOrEqual(1);
  const savedPercent = 100 - (100 * claimed.resultBytes) / claimed.originalBytes;
  expect(Math.abs(claimed.savedPercent - savedPercent)).toBeLessThanOrEqual(0.05);
}

describe.each(['desktop', 'phone'] as const)('the %s image pair', (width) => {
  const pair = facts.hero[width];
  const read = (name: string) => readFileSync(join(imagesFolder, name));

  it('exists in the sizes that the landing page shows', async () => {
    expect(sizeOf(pair.originalName)).toBe(pair.originalBytes);
    expect(sizeOf(pair.resultName)).toBe(pair.resultBytes);
    for (const name of [pair.originalName, pair.resultName]) {
      const { width: widthPx, height: heightPx } = await sharp(read(name)).metadata();
      expect({ widthPx, heightPx }).toEqual({ widthPx: pair.widthPx, heightPx: pair.heightPx });
    }
  });

  it('consists of an original and the engine’s result for it', async () => {
    expectTrue(pair, (await measure(read(pair.originalName), { quality: facts.quality })).facts);
  });

  it('has a result of at most 110 KB (desktop) or 60 KB (phone)', () => {
    expect(pair.resultBytes).toBeLessThanOrEqual(width === 'desktop' ? 110 * 1024 : 60 * 1024);
  });
});

it.each(sampleFiles.map((file, index) => ({ file, claimed: facts.samples[index] })))(
  'the landing page shows the measured figures of $file',
  async ({ file, claimed }) => {
    expectTrue(claimed!, (await measure(sample(file), { quality: facts.quality })).facts);
  },
);

it.each([
  ['camera-12mp.jpg', 'jpeg', facts.photo.jpeg],
  ['camera-12mp.jpg', 'png', facts.photo.png],
  ['camera-12mp.jpg', 'webp', facts.photo.webp],
  ['page.png', 'jpeg', facts.screenshot.jpeg],
  ['page.png', 'png', facts.screenshot.png],
  ['flowers.png', 'png', facts.lossless, 100],
] as const)(
  'the landing page shows the measured figures of %s compressed as %s',
  async (file, format, claimed, quality: number = facts.quality) => {
    expectTrue(claimed, (await measure(sample(file), { quality, format })).facts);
  },
);

it('the landing page calls a result lossless only if every pixel is unchanged', () => {
  expect(facts.lossless.score).toBe(100);
});

describe('the folder of landing page images', () => {
  it('contains only images.json, its images and a README, and is smaller than 1.6 MB', () => {
    const named = [
      ...Object.values(facts.hero).flatMap(({ originalName, resultName }) => [originalName, resultName]),
      ...facts.samples.map(({ thumbnail }) => thumbnail),
      ...Object.values(facts.cards),
      'README.md',
      'images.json',
    ];
    const found = readdirSync(imagesFolder);
    expect(found.sort()).toEqual(named.sort());
    expect(found.reduce((sum, name) => sum + sizeOf(name), 0)).toBeLessThan(1_600_000);
  });
});
