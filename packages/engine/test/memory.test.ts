import type { InputFormat, OutputFormat } from '@gossamer/contracts/formats';
import { formatMaxPixels } from '@gossamer/contracts/limits';
import { defaultSettings } from '@gossamer/contracts/settings';
import { describe, expect, it } from 'vitest';
import type { Header } from '../src/image.ts';
import { estimateGroupMegabytes, estimateMegabytes } from '../src/memory.ts';
import { plan } from '../src/steps/plan.ts';

function estimate(
  megapixels: number,
  { from = 'jpeg', to = 'auto', pages = 1 }: { from?: InputFormat; to?: OutputFormat; pages?: number } = {},
  facts: Partial<Header> = {},
): number {
  const header: Header = {
    format: from,
    widthPx: Math.round(Math.sqrt(megapixels) * 1000),
    heightPx: Math.round(Math.sqrt(megapixels) * 1000),
    pages,
    orientation: 1,
    hasAlpha: false,
    isGray: false,
    isRgb16: false,
    isWideGamut: false,
    isDisplayP3: false,
    isHdr: false,
    jpegQuality: undefined,
    isAnimatedPng: false,
    sizeBytes: 1,
    scanBytesPerPixel: 0,
    scans: 1,
    ...facts,
  };
  return estimateMegabytes(header, plan(header, { ...defaultSettings, format: to }, 'thorough'));
}

const none = { sizeBytes: 1, scanBytesPerPixel: 0, scans: 1 };

describe('estimateMegabytes', () => {
  it.each(['auto', 'jpeg', 'png', 'webp'] as const)(
    'increases with the number of pixels for the format %s',
    (to) => {
      const held = [1, 4, 12, 24, 48].map((megapixels) => estimate(megapixels, { to }));
      expect(held).toEqual([...held].sort((one, other) => one - other));
      expect(new Set(held).size).toBe(held.length);
      // Images above 48 megapixels are streamed instead of being held in memory after decoding.
      const streamed = [60, 80, 100, 200].map((megapixels) => estimate(megapixels, { to }));
      expect(streamed).toEqual([...streamed].sort((one, other) => one - other));
    },
  );

  it('includes all frames of an animation', () => {
    const still = estimate(2, { from: 'webp', to: 'webp' });
    expect(estimate(2, { from: 'webp', to: 'webp', pages: 10 })).toBeGreaterThan(still + 50);
    // All frames are decoded even if the result contains only the first frame.
    expect(estimate(2, { from: 'webp', to: 'jpeg', pages: 20 })).toBeGreaterThan(still + 50);
  });

  it('returns the highest estimate for AVIF, and at least as much for auto as for each candidate', () => {
    const of = (to: OutputFormat) => estimate(24, { to });
    for (const to of ['jpeg', 'png', 'webp'] as const) expect(of('auto')).toBeGreaterThanOrEqual(of(to));
    expect(of('avif')).toBeGreaterThan(of('auto') * 2);
  });

  it('is higher for HEIC than for JPEG', () => {
    expect(estimate(12, { from: 'heic' })).toBeGreaterThan(estimate(12));
  });

  it('matches measured values', () => {
    expect(estimate(100)).toBeGreaterThan(600);
    expect(estimate(100)).toBeLessThan(1200);
    expect(estimate(12, { from: 'heic' })).toBeGreaterThan(250);
    expect(estimate(12, { from: 'heic' })).toBeLessThan(500);
    const largestAvif = formatMaxPixels.avif / 1_000_000;
    expect(estimate(largestAvif, { to: 'avif' })).toBeGreaterThan(1000);
    expect(estimate(largestAvif, { to: 'avif' })).toBeLessThan(1520);
  });

  it('includes multiple scans, the alpha channel and the file itself', () => {
    // Measured memory: 873 and 900 MB for 64 megapixels (4:2:0 and 4:4:4), and 1,239 MB for 100 megapixels.
    const progressive = { scanBytesPerPixel: 4.5 };
    expect(estimate(64, {}, progressive)).toBeGreaterThan(900);
    expect(estimate(100, {}, progressive)).toBeGreaterThan(1_239);
    expect(estimate(100, {}, progressive)).toBeLessThan(1_500);
    // Measured memory: 1,259 MB for 64 megapixels of 16-bit RGBA in a file of 144 MB.
    const rgba16 = estimate(64, { from: 'png' }, { hasAlpha: true, sizeBytes: 144e6 });
    expect(rgba16).toBeGreaterThan(1_259);
    expect(rgba16).toBeLessThan(1_800);
  });

  it('includes the memory that jpegtran needs for a JPEG that may be rotated', () => {
    const turned = { orientation: 6 };
    // The limits are the measured memory in MB of the engine process and jpegtran together, for images with 4:4:4
    // chroma.
    expect(estimate(12, { to: 'jpeg' }, turned)).toBeGreaterThan(417);
    expect(estimate(24, { to: 'jpeg' }, turned)).toBeGreaterThan(589);
    expect(estimate(48, { to: 'jpeg' }, turned)).toBe(estimate(48, { to: 'jpeg' }) + 300);
    // A PNG is always encoded from pixels, so jpegtran is not used.
    expect(estimate(12, { to: 'png' }, turned)).toBe(estimate(12, { to: 'png' }));
  });

  it('is based on the resized image if the image is scaled down', () => {
    const header = {
      format: 'png',
      widthPx: 6000,
      heightPx: 6000,
      pages: 1,
      hasAlpha: false,
      ...none,
    } as Header;
    const resize = { widthPx: 600, maintainAspect: true };
    const asked = plan(header, { ...defaultSettings, format: 'avif', resize }, 'thorough');
    expect(estimateMegabytes(header, asked)).toBeLessThan(500);
  });

  it('includes a background that may be extended, and the whole image before it is cropped', () => {
    const header = {
      format: 'png',
      widthPx: 3000,
      heightPx: 100,
      pages: 1,
      hasAlpha: false,
      ...none,
    } as Header;
    const asked = (fit: 'inside' | 'cover' | 'thumb', of = header, sidePx = 3000) => {
      const resize = { widthPx: sidePx, heightPx: sidePx, maintainAspect: true, fit };
      return estimateMegabytes(of, plan(of, { ...defaultSettings, format: 'png', resize }, 'thorough'));
    };
    // With the fit `thumb`, the intermediate image has 9 megapixels instead of 0.3.
    expect(asked('thumb')).toBeGreaterThan(asked('inside') + 40);
    expect(asked('cover')).toBeLessThanOrEqual(asked('inside'));
    const large = { ...header, format: 'jpeg', widthPx: 12_000, heightPx: 8_000 } as const;
    expect(asked('cover', large, 300)).toBeGreaterThan(384);
    // Measured memory: 899 MB for a JPEG of 100 megapixels that is rotated and cropped to 60 megapixels.
    const turned = { ...header, format: 'jpeg', widthPx: 10_000, heightPx: 10_000, orientation: 6 } as const;
    const resize = { widthPx: 10_000, heightPx: 6_000, maintainAspect: true, fit: 'cover' } as const;
    const cut = plan(turned, { ...defaultSettings, format: 'jpeg', resize }, 'thorough');
    expect(estimateMegabytes(turned, cut)).toBeGreaterThan(899);
  });
});

describe('estimateGroupMegabytes', () => {
  it('includes the pixels of the next narrower variant', () => {
    const header = {
      format: 'png',
      widthPx: 6000,
      heightPx: 4000,
      pages: 1,
      hasAlpha: true,
      ...none,
    } as Header;
    const widest = plan(header, { ...defaultSettings, formats: ['avif', 'png'] }, 'thorough');
    const alone = estimateMegabytes(header, widest);
    expect(estimateGroupMegabytes(header, widest)).toBe(alone);
    // 20 megapixels of four bytes each.
    expect(estimateGroupMegabytes(header, widest, { widthPx: 5000, heightPx: 4000 })).toBe(alone + 80);
  });
});
