import { type CompressionSettings, defaultSettings } from '@gossamer/contracts/settings';
import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { compress } from '../src/compress.ts';
import { sharp } from '../src/sharp.ts';
import { countScans } from '../src/strip/jpeg-segments.ts';

const size = { widthPx: 64, heightPx: 48 };

/** Returns the cost that the engine reports before it decodes the image. */
async function announced(file: Uint8Array, changes: Partial<CompressionSettings> = {}): Promise<number> {
  const reached = new Error('reached');
  let cost = 0;
  const admit = async ({ costMs }: { costMs: number }) => {
    cost = costMs;
    throw reached;
  };
  const running = compress(file, { settings: { ...defaultSettings, ...changes }, maxPixels: 1e8, admit });
  await expect(running).rejects.toBe(reached);
  return cost;
}

describe('the estimated cost of a job', () => {
  it('increases with pixels, quality, frames and scans, and depends on the size of the result', async () => {
    const [small, large] = [
      await images.photo(size),
      await images.photo({ widthPx: 2_000, heightPx: 1_500 }),
    ];
    expect(await announced(large)).toBeGreaterThan(5 * (await announced(small)));
    expect(await announced(large, { quality: 100 })).toBeGreaterThan(await announced(large));
    expect(await announced(large, { format: 'avif' })).toBeGreaterThan(2 * (await announced(large)));
    const resize = { widthPx: 100, maintainAspect: true };
    expect(await announced(large, { format: 'avif', resize })).toBeLessThan(1_000);
    const frames = await images.animation({ ...size, frames: 100 });
    expect(await announced(frames)).toBeGreaterThan(200);
    const progressive = await sharp(large).jpeg({ progressive: true }).toBuffer();
    expect(await announced(progressive)).toBeGreaterThan(await announced(large));
  });

  it('excludes the search for encoder settings if the search would exceed the time limit', async () => {
    const huge = images.pixelFlood({ widthPx: 6_000, heightPx: 6_000 });
    expect(await announced(huge, { format: 'avif', quality: 95 })).toBeLessThan(10_000);
    expect(await announced(huge, { format: 'avif' })).toBeGreaterThan(10_000);
  });
});

it('countScans returns the number of scans of a JPEG', async () => {
  const photo = await images.photo(size);
  expect(countScans(photo)).toBe(1);
  expect(countScans(await sharp(photo).jpeg({ progressive: true }).toBuffer())).toBe(10);
  expect(countScans(Buffer.from([0xff, 0xd8]))).toBe(1);
});
