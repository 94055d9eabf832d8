import { type AskedVariants, toVariantSettings } from '@gossamer/contracts/variant-settings';
import * as images from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineResult } from '../src/compress.ts';
import { EngineError } from '../src/errors.ts';
import { sharp } from '../src/sharp.ts';
import { chooseVariants } from '../src/variants/choose-variants.ts';
import { crop, formatOf, measured, open, run, runFast } from './harness.ts';

const variantsOf = async (original: Uint8Array, asked: AskedVariants, settings = {}) => {
  const result = await run(original, { variants: toVariantSettings(asked), ...settings });
  return { result, ...result.variants! };
};
const namesOf = ({ variants }: EngineResult) =>
  variants!.files.map(({ format, widthPx }) => `${format} ${widthPx}`);

describe('the variants of a photo', () => {
  let result: EngineResult;
  let original: Buffer;

  beforeAll(async () => {
    original = await crop('photo-city.png', 450, 300);
    const settings = { variants: toVariantSettings({ widths: [150, 260, 'original'] }) };
    result = await run(await sharp(original).jpeg({ quality: 95 }).toBuffer(), settings);
  });

  it('are files of each format and width, the fallback last, in which the result is the widest', async () => {
    expect(namesOf(result)).toEqual([
      ...['avif 150', 'avif 260', 'avif 450', 'webp 150', 'webp 260', 'webp 450'],
      ...['jpeg 150', 'jpeg 260', 'jpeg 450'],
    ]);
    for (const { format, widthPx, heightPx, sizeBytes, data } of result.variants!.files) {
      expect(await formatOf(data)).toBe(format);
      expect(await (await open(data)).metadata()).toMatchObject({ width: widthPx, height: heightPx });
      expect(heightPx).toBe(Math.round((widthPx * 300) / 450));
      expect(data.length).toBe(sizeBytes);
    }
    expect(result).toMatchObject({ format: 'jpeg', widthPx: 450, heightPx: 300 });
    expect(Buffer.from(result.data).equals(Buffer.from(result.variants!.files.at(-1)!.data))).toBe(true);
  });

  it('reach the target score in every width, compared with the original in that width', async () => {
    for (const { widthPx, heightPx, score, data } of result.variants!.files) {
      expect(score).toBeGreaterThanOrEqual(result.report.targetScore - 1.2);
      const scaled = await sharp(original).resize(widthPx, heightPx, { fit: 'fill' }).png().toBuffer();
      // The original was stored as a JPEG of quality 95, which costs a few points.
      expect(await measured(scaled, data)).toBeGreaterThan(result.report.targetScore - 5);
    }
  });

  it('come with a blurred placeholder of a few hundred bytes in the colors of the image', async () => {
    const { thumbHash, placeholderUrl } = result.variants!;
    expect(Buffer.from(thumbHash, 'base64').length).toBeLessThan(30);
    expect(placeholderUrl.length).toBeLessThan(600);
    const blurred = Buffer.from(placeholderUrl.split(',')[1]!, 'base64');
    const { channels } = await sharp(blurred).stats();
    const { channels: expected } = await sharp(original).stats();
    channels.slice(0, 3).forEach(({ mean }, index) => {
      expect(Math.abs(mean - expected[index]!.mean)).toBeLessThan(20);
    });
  });
});

describe('variants', () => {
  it('are never enlarged: the width of the original replaces larger widths', async () => {
    const original = await images.photo({ widthPx: 300, heightPx: 200 });
    const { result, skipped } = await variantsOf(original, { widths: [200, 400, 800], formats: [] });
    expect(namesOf(result)).toEqual(['jpeg 200', 'jpeg 300']);
    expect(skipped).toEqual([
      { format: null, widthPx: 400, reason: 'wider-than-original' },
      { format: null, widthPx: 800, reason: 'wider-than-original' },
    ]);
  });

  it('are made for each density', async () => {
    const original = await images.photo({ widthPx: 640, heightPx: 480 });
    const { result } = await variantsOf(original, { widths: [100, 200], densities: [1, 2], formats: [] });
    expect(namesOf(result)).toEqual(['jpeg 100', 'jpeg 200', 'jpeg 400']);
  });

  it('of a transparent image fall back to PNG and keep their transparency', async () => {
    const original = await images.cutout({ widthPx: 240, heightPx: 160 });
    const { result, files } = await variantsOf(original, { widths: [120, 'original'] });
    expect(files.filter(({ format }) => format === 'png')).toHaveLength(2);
    for (const { data } of files) expect((await (await open(data)).stats()).isOpaque).toBe(false);
    expect(result.format).toBe('png');
  });

  it('of a transparent image on a background fall back to JPEG', async () => {
    const original = await images.cutout({ widthPx: 240, heightPx: 160 });
    const { result } = await variantsOf(original, { widths: [120], formats: [] }, { background: '#336699' });
    expect(namesOf(result)).toEqual(['jpeg 120']);
  });

  it('of a photo with an orientation tag are upright, and contain no private metadata', async () => {
    const original = await images.cameraPhoto({ widthPx: 400, heightPx: 300, orientation: 6 });
    const { files } = await variantsOf(original, { widths: [150, 'original'] });
    for (const { widthPx, heightPx, data } of files) {
      expect(widthPx / heightPx).toBeCloseTo(0.75, 1);
      expect(Buffer.from(data).toString('latin1')).not.toMatch(/GPS|SECRET|SERIAL/);
    }
  });

  it('keep the requested metadata in every file', async () => {
    const original = await images.cameraPhoto({ widthPx: 200, heightPx: 150 });
    const { files } = await variantsOf(
      original,
      { widths: [100], formats: ['webp'] },
      { preserve: ['location'] },
    );
    for (const { data } of files) expect((await sharp(data).metadata()).exif).toBeDefined();
  });

  it('are filtered, and gray images stay gray', async () => {
    const original = await images.photo({ widthPx: 200, heightPx: 150 });
    const { files } = await variantsOf(original, { widths: [100] }, { filter: 'grayscale' });
    for (const { data } of files) {
      const { channels } = await sharp(data).toColourspace('srgb').stats();
      const means = channels.slice(0, 3).map(({ mean }) => mean);
      expect(Math.max(...means) - Math.min(...means)).toBeLessThan(2);
    }
  });

  it('are made with the effort fast, without scores', async () => {
    const original = await images.photo({ widthPx: 200, heightPx: 150 });
    const { variants } = await runFast(original, {
      variants: toVariantSettings({ widths: [100, 'original'] }),
    });
    expect(variants!.files.map(({ score }) => score)).toContain(null);
  });

  it('of a gray photo with alpha and of a drawing are made', async () => {
    const gray = await sharp(await images.cutout({ widthPx: 120, heightPx: 80 }))
      .grayscale()
      .png()
      .toBuffer();
    expect((await variantsOf(gray, { widths: [60] })).files.length).toBeGreaterThan(0);
    const drawing = await images.graphic({ widthPx: 400, heightPx: 300 });
    const { files } = await variantsOf(drawing, { widths: [200, 'original'] });
    expect(files.at(-1)).toMatchObject({ format: 'png', widthPx: 400 });
  });

  it('of an animation are refused', async () => {
    const settings = { variants: toVariantSettings({ widths: [50] }) };
    const refusal = run(await images.animation({ widthPx: 64, heightPx: 64, frames: 3 }), settings);
    await expect(refusal).rejects.toThrow(EngineError);
    await expect(refusal).rejects.toMatchObject({ code: 'animated_variants' });
  });
});

describe('choosing variants', () => {
  const file = (format: 'avif' | 'jpeg' | 'webp', widthPx: number, sizeBytes: number) => ({
    format,
    widthPx,
    data: new Uint8Array(sizeBytes),
  });

  it('skips a variant that is not smaller than the next wider one', () => {
    const made = [file('jpeg', 800, 90), file('jpeg', 400, 90), file('jpeg', 200, 30)];
    const { files, skipped } = chooseVariants(made, []);
    expect(files.map(({ widthPx }) => widthPx)).toEqual([200, 800]);
    expect(skipped).toEqual([{ format: 'jpeg', widthPx: 400, reason: 'not-smaller-than-larger' }]);
  });

  it('skips a format that is not smaller than the fallback in total', () => {
    const made = [
      ...[file('avif', 800, 70), file('webp', 800, 90), file('jpeg', 800, 90)],
      ...[file('avif', 400, 50), file('webp', 400, 40), file('jpeg', 400, 40)],
    ];
    const { files, skipped } = chooseVariants(made, ['avif', 'webp']);
    expect(files.map(({ format, widthPx }) => `${format} ${widthPx}`)).toEqual([
      ...['avif 400', 'avif 800', 'jpeg 400', 'jpeg 800'],
    ]);
    expect(skipped.map(({ format, reason }) => [format, reason])).toEqual([
      ['webp', 'not-smaller-than-fallback'],
      ['webp', 'not-smaller-than-fallback'],
    ]);
  });
});
