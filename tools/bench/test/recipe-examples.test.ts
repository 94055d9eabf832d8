import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { imagesFolder } from '../src/landing-images.ts';
import { type Example, examplesFile, measureExample, specs } from '../src/recipe-examples.ts';

/** Figures that the recipe pages show. */
const examples = JSON.parse(readFileSync(examplesFile, 'utf8')) as Record<string, Example>;

it('the recipe pages show an example for every recipe that can be measured', () => {
  expect(Object.keys(examples).sort()).toEqual(Object.keys(specs).sort());
});

// The other examples are too slow to be measured in every test run.
it.each([
  '/compress-png',
  '/png-to-webp',
  '/png-to-jpg',
  '/webp-to-png',
  '/compress-to-50kb',
  '/resize-image',
])('the recipe page %s shows the measured figures', async (path) => {
  const { from, to } = examples[path]!;
  const found = await measureExample(path);
  expect(from).toEqual(found.from);
  expect({ ...to, sizeBytes: 0 }).toEqual({ ...found.to, sizeBytes: 0 });
  expect(Math.abs(to.sizeBytes / found.to.sizeBytes - 1)).toBeLessThanOrEqual(0.03);
});

it('the recipe pages and the landing page show the same figures for the same images', () => {
  const landing = JSON.parse(readFileSync(join(imagesFolder, 'images.json'), 'utf8'));
  expect(examples['/compress-jpeg']!.to.sizeBytes).toBe(landing.photo.jpeg.resultBytes);
  expect(examples['/jpg-to-webp']!.to.sizeBytes).toBe(landing.photo.webp.resultBytes);
  expect(examples['/heic-to-jpg']!.to.sizeBytes).toBe(landing.samples.at(-1).resultBytes);
});

it.each([20, 50, 100, 200, 500])(
  'the example result of the recipe for %i KB does not exceed this size',
  (kilobytes) => {
    const { to } = examples[`/compress-to-${kilobytes}kb`]!;
    expect(to.sizeBytes).toBeLessThanOrEqual(kilobytes * 1_000);
  },
);
