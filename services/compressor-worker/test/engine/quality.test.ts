import {
  type CompressionSettings,
  defaultSettings,
  maxQuality,
  minQuality,
  qualityStep,
} from '@gossamer/contracts/settings';
import * as pictures from '@gossamer/testkit/pictures';
import { describe, expect, it } from 'vitest';
import { jpegSourceQuality } from '../../src/engine/codecs/jpeg-source-quality.ts';
import { interpolate } from '../../src/engine/quality.ts';
import { sharp } from '../../src/engine/sharp.ts';
import { classify, kindOf } from '../../src/engine/steps/classify.ts';
import { decode } from '../../src/engine/steps/decode.ts';
import { plan as makePlan } from '../../src/engine/steps/plan.ts';
import { quantise } from '../../src/engine/steps/quantise.ts';
import { readHeader } from '../../src/engine/steps/read-header.ts';
import { worstTileError } from '../../src/engine/tile-error.ts';
import { fixture, run } from './harness.ts';

const qualities = Array.from(
  { length: (maxQuality - minQuality) / qualityStep + 1 },
  (_, i) => minQuality + i * qualityStep,
);

async function originals(): Promise<Record<string, Buffer>> {
  const crop = { left: 100, top: 100, width: 140, height: 110 };
  return {
    photo: await sharp(fixture('photo-city.png')).extract(crop).png().toBuffer(),
    screenshot: await sharp(fixture('screenshot-terminal.png')).extract(crop).png().toBuffer(),
    gradient: await pictures.gradient({ widthPx: 140, heightPx: 110 }),
    cutout: await pictures.cutout({ widthPx: 140, heightPx: 110 }),
  };
}

describe('more quality is never fewer bytes', () => {
  it.each(['jpeg', 'png', 'webp', 'auto'] as const)('%s', async (format) => {
    for (const [name, original] of Object.entries(await originals())) {
      // A size of its own, so that the original is never given back instead.
      const resize = { widthPx: 120, maintainAspect: true };
      const sizes: number[] = [];
      for (const quality of qualities)
        sizes.push((await run(original, { quality, format, resize })).data.length);
      for (const [index, size] of sizes.entries()) {
        // Encoders wobble by some bytes between neighbours; a step down is what must not be.
        const least = (sizes[index - 1] ?? 0) * 0.97 - 64;
        expect(size, `${name} at ${qualities[index]} of ${sizes}`).toBeGreaterThanOrEqual(least);
      }
      expect(sizes.at(-1)).toBeGreaterThanOrEqual(sizes[0]!);
    }
  });
});

describe('interpolate', () => {
  it('goes through the rows, in straight lines, and stays at the ends', () => {
    const table = [
      [10, 20],
      [50, 60],
      [100, 70],
    ] as const;
    expect([5, 10, 30, 50, 75, 100, 120].map((quality) => interpolate(table, quality))).toEqual([
      20, 20, 40, 60, 65, 70, 70,
    ]);
  });
});

describe('jpegSourceQuality', () => {
  it.each([30, 60, 75, 85, 92])('reads %d back from standard and from mozjpeg tables', async (quality) => {
    const photo = sharp(await pictures.photoPng({ widthPx: 64, heightPx: 64 }));
    const standard = await photo.clone().jpeg({ quality }).toBuffer();
    const mozjpeg = await photo.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    expect(Math.abs((jpegSourceQuality(standard) ?? 0) - quality)).toBeLessThanOrEqual(2);
    expect(Math.abs((jpegSourceQuality(mozjpeg) ?? 0) - quality)).toBeLessThanOrEqual(2);
  });

  it('caps the quality: a poor original is not blown up', async () => {
    const poor = await pictures.photo({ widthPx: 320, heightPx: 240, quality: 50 });
    const result = await run(poor, { quality: 90, format: 'jpeg' });
    expect(result.alreadyOptimal).toBe(false);
    expect(result.data.length).toBeLessThan(poor.length * 0.95);
  });
});

describe('kindOf', () => {
  const pixelsOf = async (file: Buffer) => {
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    return { data, widthPx: info.width, heightPx: info.height, channels: info.channels };
  };

  it('tells photos from drawings', async () => {
    const size = { widthPx: 300, heightPx: 200 };
    expect(kindOf(await pixelsOf(await pictures.photoPng(size)))).toBe('photo');
    expect(kindOf(await pixelsOf(await pictures.cutout(size)))).toBe('photo');
    expect(kindOf(await pixelsOf(fixture('photo-city.png')))).toBe('photo');
    const ground = { left: 300, right: 300, background: { r: 0, g: 0, b: 0, alpha: 0 } };
    const photoOnNothing = await sharp(await pictures.cutout(size))
      .extend(ground)
      .png()
      .toBuffer();
    expect(kindOf(await pixelsOf(photoOnNothing))).toBe('photo');
    expect(kindOf(await pixelsOf(await pictures.graphic(size)))).toBe('graphic');
    expect(kindOf(await pixelsOf(await pictures.graphicWithAlpha(size)))).toBe('graphic');
    expect(kindOf(await pixelsOf(fixture('screenshot-terminal.png')))).toBe('graphic');
  });
});

describe('quantise', () => {
  async function paletteOf(original: Buffer, settings: Partial<CompressionSettings>) {
    const header = await readHeader(original, 'png', 1_000_000);
    const plan = makePlan(header, { ...defaultSettings, ...settings });
    const picture = await classify(await decode(original, header, plan), header);
    return (await quantise({ ...picture, kind: 'graphic' }, plan)).palette;
  }

  it('finds few colours for what is drawn, none for what would get bands', async () => {
    const drawn = await pictures.graphic({ widthPx: 200, heightPx: 150 });
    const shaded = await pictures.gradient({ widthPx: 200, heightPx: 150 });
    expect(await paletteOf(drawn, { quality: 100 })).toBeDefined();
    expect(await paletteOf(shaded, { quality: 85 })).toBeUndefined();
    expect(await paletteOf(shaded, { quality: 85, format: 'webp' })).toBeUndefined();
    expect(await paletteOf(shaded, { quality: 10 })).toBeDefined();
  });

  it('always does for a PNG that was asked for, below near-lossless', async () => {
    const shaded = await pictures.gradient({ widthPx: 200, heightPx: 150 });
    expect(await paletteOf(shaded, { quality: 90, format: 'png' })).toBeDefined();
    expect(await paletteOf(shaded, { quality: 95, format: 'png' })).toBeUndefined();
  });
});

describe('worstTileError', () => {
  const pixels = (change: (data: Buffer) => void) => {
    const data = Buffer.alloc(200 * 200 * 4, 255);
    change(data);
    return { data, widthPx: 200, heightPx: 200, channels: 4 as const };
  };
  const white = pixels(() => {});

  it('is not softened by the rest of the picture', () => {
    const oneBadCorner = pixels((data) => {
      for (let row = 192; row < 200; row++) data.fill(205, (row * 200 + 192) * 4, (row * 200 + 200) * 4);
    });
    expect(worstTileError(white, white)).toBe(0);
    expect(worstTileError(white, oneBadCorner)).toBeGreaterThan(45);
  });

  it('does not care for the colour of what is transparent', () => {
    const clear = pixels((data) => data.fill(0));
    const clearWhite = pixels((data) =>
      data.forEach((_, i) => {
        data[i] = i % 4 === 3 ? 0 : 255;
      }),
    );
    expect(worstTileError(clear, clearWhite)).toBe(0);
  });
});
