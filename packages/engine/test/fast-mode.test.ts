import { type OutputFormat, outputFormats, sameFormatOf } from '@gossamer/contracts/formats';
import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import type { EngineResult } from '../src/compress.ts';
import type { ImageScorers } from '../src/scorers.ts';
import { sharp } from '../src/sharp.ts';
import { encode } from '../src/steps/encode.ts';
import { identify } from '../src/steps/identify.ts';
import { quantise } from '../src/steps/quantise.ts';
import {
  crop,
  difference,
  formatOf,
  formatsOf,
  measured,
  pixelsOf,
  prepared,
  rgb,
  run,
  runFast,
  samples,
} from './harness.ts';

/** Scorers that throw if they are used. */
const noScorers: ImageScorers = {
  probing: async () => Promise.reject(new Error('unexpected use of a scorer')),
  checking: async () => Promise.reject(new Error('unexpected use of a scorer')),
  free: async () => {},
};

async function expectValid(
  { data, format, widthPx, heightPx }: EngineResult,
  requested: OutputFormat,
  original: Buffer,
) {
  const input = identify(original).format;
  const asked = requested === 'same' ? sameFormatOf(input) : requested;
  expect(await formatOf(data)).toBe(format);
  const { width, height } = await rgb(data);
  expect([width, height]).toEqual([widthPx, heightPx]);
  expect(formatsOf(asked)).toContain(format);
}

describe('fast effort', () => {
  it.each(outputFormats)('writes valid %s files for every kind of image', async (format) => {
    for (const [name, original] of Object.entries(await samples())) {
      const result = await runFast(original, { format });
      const { report, data } = result;
      await expectValid(result, format, original);
      expect([report.effort, report.probes]).toEqual(['fast', 0]);
      // With fast effort, the engine does not score lossy files.
      const isLossy = report.encoderQuality !== null;
      expect([report.score, report.worstTileScore].map((score) => score === null)).toEqual([
        isLossy,
        isLossy,
      ]);
      const most = name === 'noise' ? 60 : 8;
      expect(difference(await rgb(data), await rgb(original)), `${name}: ${report.encoding}`).toBeLessThan(
        most,
      );
    }
  });

  it.each(['auto', 'jpeg', 'webp', 'avif'] as const)(
    'creates no scorers for photographs in the format %s',
    async (format) => {
      for (const make of [images.photo, images.cutout, images.animation]) {
        const original = await make({ widthPx: 90, heightPx: 60 });
        const { image, plan } = await prepared(original, { format }, 'fast');
        const { image: quantised } = await quantise(image, plan, noScorers);
        expect((await encode(quantised, plan, noScorers)).score).toBeNull();
        // With thorough effort, the engine uses the scorers.
        await expect(encode(quantised, { ...plan, effort: 'thorough' }, noScorers)).rejects.toThrow('scorer');
      }
    },
  );

  it('achieves a score within 8 points of the requested one for a photograph', async () => {
    const photo = await crop('photo-city.png', 300, 220);
    for (const format of ['auto', 'jpeg'] as const) {
      for (const quality of [50, 70, 85]) {
        const result = await runFast(photo, { format, quality });
        const score = await measured(photo, result.data);
        expect(Math.abs(score - result.report.targetScore), `${format} at ${quality}`).toBeLessThan(8);
      }
    }
  });

  it('writes larger files at a higher quality', async () => {
    const photo = await crop('photo-city.png', 200, 150);
    for (const format of ['auto', 'jpeg', 'webp'] as const) {
      const sizes: number[] = [];
      for (const quality of [10, 30, 50, 70, 85, 95])
        sizes.push((await runFast(photo, { format, quality })).data.length);
      expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
    }
  });

  it('keeps a drawing sharp, and measures the score of its palette', async () => {
    const drawing = await images.graphic({ widthPx: 320, heightPx: 240 });
    const { report, data } = await runFast(drawing);
    expect([report.encoding, report.score]).toEqual(['webp palette', 100]);
    expect((await pixelsOf(data)).data.equals((await pixelsOf(drawing)).data)).toBe(true);
  });

  it('never returns a file larger than the original, and never re-encodes JPEGs losslessly', async () => {
    const original = await images.photo({ widthPx: 200, heightPx: 150, quality: 40 });
    const kept = await runFast(original, { quality: 100, format: 'jpeg' });
    expect(kept.data.length).toBeLessThanOrEqual(original.length);
    expect(kept.report.encoding).not.toBe('jpeg lossless');
    const tight = await sharp(original).jpeg({ mozjpeg: true, quality: 10 }).toBuffer();
    const again = await runFast(tight, { quality: 100 });
    expect([again.alreadyOptimal, again.report.score]).toEqual([true, 100]);
  });

  it('is not used by default', async () => {
    const { report } = await run(await images.photo({ widthPx: 90, heightPx: 60 }));
    expect(report.effort).toBe('thorough');
    expect(report.probes).toBeGreaterThan(0);
  });
});
