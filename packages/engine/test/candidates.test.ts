import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as images from '@gossamer/testkit/images';
import { photoPixels } from '@gossamer/testkit/photo-pixels';
import { describe, expect, it } from 'vitest';
import { createImageScorers } from '../src/scorers.ts';
import { sharp } from '../src/sharp.ts';
import { encode } from '../src/steps/encode.ts';
import { hasReached, prepared, run } from './harness.ts';

const size = { widthPx: 240, heightPx: 160 };

describe('the candidates', () => {
  it('include both a lossless file and a palette file for a repetitive gradient', async () => {
    const gradient = await images.gradient(size);
    const low = await run(gradient, { quality: 50, format: 'png' });
    const high = await run(gradient, { quality: 95, format: 'png' });
    expect(low.data.length).toBeLessThanOrEqual(high.data.length + 64);
  });

  it('include a file with more colors if a photograph inside a drawing needs them', async () => {
    const drawn = sharp(await images.graphic({ widthPx: 768, heightPx: 576 }));
    const raw = { width: 192, height: 192, channels: 3 as const };
    const input = photoPixels({ widthPx: 192, heightPx: 192 });
    const mixed = await drawn
      .composite([{ input, raw, left: 192, top: 192 }])
      .png()
      .toBuffer();
    const low = await run(mixed, { quality: 30, format: 'png' });
    const high = await run(mixed, { quality: 70, format: 'png' });
    expect(low.data.length).toBeLessThanOrEqual(high.data.length);
  });

  it('include less promising formats if the promising ones miss the target score', async () => {
    const noise = await images.noise({ widthPx: 96, heightPx: 64 });
    const auto = await run(noise, { quality: 50 });
    const jpeg = await run(noise, { quality: 50, format: 'jpeg' });
    expect(hasReached(jpeg)).toBe(true);
    expect(auto.data.length).toBeLessThanOrEqual(jpeg.data.length * 1.05);
  });

  it('include the second most promising one if the first file is much larger than its estimate', async () => {
    const wallpaper = readFileSync(join(import.meta.dirname, 'fixtures/saturated-blue.png'));
    const auto = await run(wallpaper);
    const webp = await run(wallpaper, { format: 'webp' });
    expect(hasReached(webp)).toBe(true);
    expect(auto.data.length).toBeLessThanOrEqual(webp.data.length * 1.05);
  });
});

describe('fast effort', () => {
  it('runs no trials for a lossless file', async () => {
    const settings = { format: 'png', quality: 100 } as const;
    const { image, plan } = await prepared(await images.photoPng(size), settings, 'fast');
    let asked = 0;
    const scorers = createImageScorers(image);
    const probing = () => {
      asked += 1;
      return scorers.probing();
    };
    await encode(image, plan, { ...scorers, probing });
    await scorers.free();
    expect(asked).toBe(0);
  });
});
