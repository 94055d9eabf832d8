import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fillerOf, mixedImages, photoOf } from '../src/images.ts';

describe('a batch of images', () => {
  it('mixes image types evenly, is identical on every call and contains no duplicates', async () => {
    const images = await mixedImages(40);
    expect((await mixedImages(40)).map(({ data }) => data)).toEqual(images.map(({ data }) => data));
    expect(new Set(images.map(({ data }) => data.toString('base64'))).size).toBe(40);
    for (const part of [images.slice(0, 20), images.slice(20)]) {
      const formats = await Promise.all(part.map(async ({ data }) => (await sharp(data).metadata()).format));
      expect(new Set(formats)).toEqual(new Set(['jpeg', 'png', 'webp']));
    }
  });
});

describe('a generated image', () => {
  it('has approximately the requested size', async () => {
    const { data } = await photoOf(50_000);
    expect(data.length).toBeGreaterThanOrEqual(50_000);
    expect(data.length).toBeLessThan(65_000);
    expect(fillerOf(1_000).data.length).toBe(1_000);
  });
});
