import type { EngineEffort } from '@gossamer/contracts/engine-report';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import * as images from '@gossamer/testkit/images';
import { photoPixels } from '@gossamer/testkit/photo-pixels';
import { describe, expect, it } from 'vitest';
import type { Palette } from '../src/image.ts';
import { qualityOf } from '../src/quality.ts';
import { createImageScorers } from '../src/scorers.ts';
import { sharp } from '../src/sharp.ts';
import { quantise } from '../src/steps/quantise.ts';
import { crop, measured, pixelsOf, prepared, run } from './harness.ts';

type Kind = 'photo' | 'graphic';

async function paletteOf(
  original: Buffer,
  settings: Partial<CompressionSettings>,
  { kind, effort }: { kind?: Kind; effort?: EngineEffort } = {},
): Promise<(Palette & { targetScore: number }) | undefined> {
  const { image, plan } = await prepared(original, settings, effort);
  const scorers = createImageScorers(image);
  try {
    const { palette } = (await quantise(kind ? { ...image, kind } : image, plan, scorers)).image;
    return palette && { ...palette, targetScore: plan.targetScore };
  } finally {
    await scorers.free();
  }
}

async function colors(png: Buffer): Promise<number> {
  const { data, channels } = await pixelsOf(png);
  const seen = new Set<string>();
  for (let at = 0; at < data.length; at += channels) seen.add(data.toString('hex', at, at + channels));
  return seen.size;
}

/** Returns an icon: a disc with a smooth gradient on a white background. */
function shadedDisc(sidePx: number): Promise<Buffer> {
  const data = Buffer.alloc(sidePx * sidePx * 3, 255);
  const center = sidePx / 2;
  for (let at = 0; at < sidePx * sidePx; at++) {
    const [x, y] = [at % sidePx, Math.floor(at / sidePx)];
    if (Math.hypot(x - center, y - center) > center * 0.8) continue;
    data.set([60 + (80 * x) / sidePx, 90 + (60 * y) / sidePx, 200 - (60 * x) / sidePx], at * 3);
  }
  return sharp(data, { raw: { width: sidePx, height: sidePx, channels: 3 } })
    .png()
    .toBuffer();
}

const size = { widthPx: 200, heightPx: 150 };

describe('quantise()', () => {
  it('keeps a drawing with few colors unchanged', async () => {
    for (const make of [images.graphic, images.graphicWithAlpha]) {
      const palette = await paletteOf(await make(size), { quality: 100 });
      expect(palette!.score).toBe(100);
      expect(await colors(palette!.png)).toBeLessThanOrEqual(8);
    }
  });

  it('uses as few colors as the requested quality allows', async () => {
    const screenshot = await crop('screenshot-terminal.png', 300, 200);
    const counts: number[] = [];
    for (const quality of [30, 85, 100]) {
      const palette = await paletteOf(screenshot, { quality });
      expect(palette!.score).toBeGreaterThanOrEqual(palette!.targetScore - 0.5);
      expect(palette!.score).toBeCloseTo(await measured(screenshot, palette!.png), 6);
      counts.push(await colors(palette!.png));
    }
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
    expect(counts[0]).toBeLessThan(counts[2]!);
    expect(counts[2]).toBeLessThanOrEqual(256);
  });

  it('finds no palette for a shaded image unless the quality is low, to prevent banding', async () => {
    const shaded = await images.gradient(size);
    for (const format of ['auto', 'webp', 'png'] as const) {
      expect(await paletteOf(shaded, { quality: 85, format }, { kind: 'graphic' })).toBeUndefined();
    }
    expect(await paletteOf(shaded, { quality: 10, format: 'png' }, { kind: 'graphic' })).toBeDefined();
  });

  it('uses the largest palette if no smaller one suffices', async () => {
    const shaded = await images.gradient(size);
    const files = [100, 95].map((quality) =>
      sharp(shaded).png({ palette: true, quality, effort: 7 }).toBuffer(),
    );
    const scores = await Promise.all(files.map(async (file) => measured(shaded, await file)));
    const best = Math.max(...scores);
    const palette = await paletteOf(shaded, { quality: qualityOf(best + 1) }, { kind: 'graphic' });
    expect(palette!.score).toBeGreaterThan(best + 0.5);
  });

  it('finds no palette for a photograph unless PNG is requested', async () => {
    const photo = await images.photoPng(size);
    for (const format of ['auto', 'webp', 'jpeg', 'avif'] as const) {
      expect(await paletteOf(photo, { quality: 10, format })).toBeUndefined();
    }
    expect(await paletteOf(photo, { quality: 10, format: 'png' })).toBeDefined();
  });

  it('finds no palette for a drawing if the format does not support palettes', async () => {
    for (const format of ['jpeg', 'avif'] as const) {
      expect(await paletteOf(await images.graphic(size), { format })).toBeUndefined();
    }
  });

  it('finds no palette for an image that is not held in memory', async () => {
    const animation = await images.animation({ ...size, frames: 2 });
    expect(await paletteOf(animation, { quality: 10 }, { kind: 'graphic' })).toBeUndefined();
  });

  it('finds a smaller palette than sharp’s quantizer alone', async () => {
    const icon = await shadedDisc(256);
    const palette = await paletteOf(icon, { quality: 95 });
    const bytes = async (png: Buffer) => (await sharp(png).webp({ lossless: true }).toBuffer()).length;
    const found = await bytes(palette!.png);
    for (const quality of [80, 90, 95, 98, 100]) {
      const png = await sharp(icon).png({ palette: true, quality, dither: 0, effort: 7 }).toBuffer();
      const reaches = (await measured(icon, png)) >= palette!.targetScore - 0.5;
      expect([quality, reaches && (await bytes(png)) <= found]).toEqual([quality, false]);
    }
  });

  it('finds a palette at fast effort', async () => {
    const drawing = await images.graphic(size);
    expect(await paletteOf(drawing, { quality: 85 }, { effort: 'fast' })).toBeDefined();
  });
});

describe('a small photograph in a drawing', () => {
  const side = 192;
  async function mixed(): Promise<Buffer> {
    const raw = { width: side, height: side, channels: 3 } as const;
    const input = photoPixels({ widthPx: side, heightPx: side });
    return sharp(await images.graphic({ widthPx: 768, heightPx: 576 }))
      .composite([{ input, raw, left: side, top: side }])
      .png()
      .toBuffer();
  }

  it('is damaged by too few colors, although the score of the whole image hardly drops', async () => {
    const original = await mixed();
    const poor = await sharp(original).png({ palette: true, quality: 50, dither: 0 }).toBuffer();
    const { image } = await prepared(original);
    const scorers = createImageScorers(image);
    const { score, worstTileScore } = await (await scorers.checking()).measureFile(poor);
    await scorers.free();
    expect(worstTileScore).toBeLessThan(score - 20);
  });

  it('gets as many colors as it needs, or no palette is used', async () => {
    const original = await mixed();
    const palettes = [];
    for (const quality of [30, 50, 70, 85]) palettes.push(await paletteOf(original, { quality }));
    expect(palettes.some((palette) => palette !== undefined)).toBe(true);
    for (const palette of palettes.filter((one) => one !== undefined)) {
      expect(palette.worstTileScore).toBeGreaterThanOrEqual(palette.targetScore - 25);
      expect(palette.score).toBeGreaterThanOrEqual(palette.targetScore - 0.5);
    }
  });
});

describe('a PNG result', () => {
  it('is lossless for a photograph if no palette reaches the target score', async () => {
    const photo = await images.photoPng({ widthPx: 300, heightPx: 220 });
    const grainy = await sharp(photo).modulate({ saturation: 2.5 }).png().toBuffer();
    const result = await run(grainy, { format: 'png', quality: 100 });
    expect(['png lossless', 'original']).toContain(result.report.encoding);
    expect([result.report.score, result.report.encoderQuality]).toEqual([100, null]);
    expect((await pixelsOf(result.data)).data.equals((await pixelsOf(grainy)).data)).toBe(true);
    expect(result.data.length).toBeLessThanOrEqual(grainy.length);
  });

  it('has a palette for a photograph if a palette reaches the target score', async () => {
    const photo = await crop('photo-city.png', 200, 150);
    const exact = await run(photo, { format: 'png', quality: 100 });
    const result = await run(photo, { format: 'png', quality: 30 });
    expect(result.report.encoding).toBe('png palette');
    expect(result.report.score).toBeGreaterThanOrEqual(result.report.targetScore - 0.5);
    expect(result.data.length).toBeLessThan(exact.data.length * 0.6);
    expect((await sharp(result.data).metadata()).isPalette).toBe(true);
  });

  it.each([30, 50, 70, 85])(
    'has a dithered palette and less than half of the lossless size for a photograph at quality %i',
    async (quality) => {
      const photo = await crop('photo-city.png', 300, 220);
      const exact = await run(photo, { format: 'png', quality: 95 });
      const result = await run(photo, { format: 'png', quality });
      expect([exact.report.score, result.report.encoding]).toEqual([100, 'png palette']);
      expect(result.data.length).toBeLessThan(exact.data.length * 0.5);
      expect(result.report.score).toBeGreaterThanOrEqual(result.report.targetScore - 1.2);
      // Check the number of colors, because banding reduces it.
      expect(await colors(Buffer.from(result.data))).toBeGreaterThan(16);
    },
  );

  it('is never smaller at a higher quality for a photograph', async () => {
    const photo = await crop('photo-city.png', 300, 220);
    const sizes: number[] = [];
    for (const quality of [10, 30, 50, 70, 85, 94]) {
      sizes.push((await run(photo, { format: 'png', quality })).data.length);
    }
    expect([...sizes].sort((one, other) => one - other)).toEqual(sizes);
  });

  it('is smaller for a drawing than it would be without a palette', async () => {
    const drawing = await images.graphic(size);
    const result = await run(drawing, { format: 'png' });
    const exact = await sharp(drawing).png({ compressionLevel: 9 }).toBuffer();
    expect(result.data.length).toBeLessThan(exact.length);
    expect((await pixelsOf(result.data)).data.equals((await pixelsOf(drawing)).data)).toBe(true);
  });
});
