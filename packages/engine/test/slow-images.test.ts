import { randomFillSync } from 'node:crypto';
import { photoPixels } from '@gossamer/testkit/photo-pixels';
import { describe, expect, it } from 'vitest';
import { createImageScorers } from '../src/scorers.ts';
import { sharp } from '../src/sharp.ts';
import { quantise } from '../src/steps/quantise.ts';
import { prepared, run } from './harness.ts';

/** Returns a screenshot with flat areas around a photo. */
async function screenshotWithPhoto(): Promise<Buffer> {
  const photo = photoPixels({ widthPx: 700, heightPx: 600 });
  const flat = { width: 1600, height: 1000, channels: 3, background: '#f4f4f6' } as const;
  return sharp({ create: flat })
    .composite([{ input: photo, raw: { width: 700, height: 600, channels: 3 }, left: 300, top: 200 }])
    .png()
    .toBuffer();
}

describe('a large drawing that is smallest as lossy WebP', () => {
  it('gets no palette, because searching for a palette takes seconds', async () => {
    const { image, plan } = await prepared(await screenshotWithPhoto());
    expect(image.kind).toBe('graphic');
    const scorers = createImageScorers(image);
    const quantised = await quantise(image, plan, scorers);
    await scorers.free();
    expect(quantised.image.palette).toBeUndefined();
  });
});

describe('an image of noise', () => {
  it('is encoded without thorough settings, which take ten times as long and save little', async () => {
    const [width, height] = [1600, 1400];
    const raw = { width, height, channels: 3 } as const;
    const original = await sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw })
      .png()
      .toBuffer();
    const { report, data, format } = await run(original);
    const { encoding, encoderQuality } = report;
    expect([format, encoding]).toEqual(['jpeg', 'jpeg 4:4:4']);
    const quick = { progressive: true, quantisationTable: 3, chromaSubsampling: '4:4:4' };
    const expected = await sharp(original)
      .jpeg({ ...quick, quality: encoderQuality ?? 0 })
      .toBuffer();
    expect(Buffer.from(data).equals(expected)).toBe(true);
    expect(data.length).toBeLessThan(original.length);
  });
});
