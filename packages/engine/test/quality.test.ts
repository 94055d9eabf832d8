import { maxQuality, minQuality, qualityStep } from '@gossamer/contracts/settings';
import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { jpegSourceQuality } from '../src/codecs/jpeg-source-quality.ts';
import { sharp } from '../src/sharp.ts';
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
    drawing: await images.graphic({ widthPx: 140, heightPx: 110 }),
    cutout: await images.cutout({ widthPx: 50, heightPx: 40 }),
  };
}

describe('a higher quality does not noticeably reduce the file size', () => {
  it.each(['jpeg', 'png', 'webp', 'auto'] as const)('with the format %s', async (format) => {
    for (const [name, original] of Object.entries(await originals())) {
      // Resize the image, so that the engine cannot return the original as the result.
      const resize = { widthPx: name === 'cutout' ? 45 : 120, maintainAspect: true };
      const sizes: number[] = [];
      for (const quality of qualities)
        sizes.push((await run(original, { quality, format, resize })).data.length);
      for (const [index, size] of sizes.entries()) {
        // Allow for sizes that vary by a few bytes between adjacent qualities. Only a clear decrease is an error.
        const least = (sizes[index - 1] ?? 0) * 0.97 - 128;
        expect(size, `${name} at ${qualities[index]} of ${sizes}`).toBeGreaterThanOrEqual(least);
      }
      expect(sizes.at(-1)).toBeGreaterThanOrEqual(sizes[0]!);
    }
  });
});

describe('jpegSourceQuality', () => {
  it.each([30, 60, 75, 85, 92])(
    'reads the quality %d from standard and mozjpeg quantization tables',
    async (quality) => {
      const photo = sharp(await images.photoPng({ widthPx: 64, heightPx: 64 }));
      const standard = await photo.clone().jpeg({ quality }).toBuffer();
      const mozjpeg = await photo.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
      expect(Math.abs((jpegSourceQuality(standard) ?? 0) - quality)).toBeLessThanOrEqual(2);
      expect(Math.abs((jpegSourceQuality(mozjpeg) ?? 0) - quality)).toBeLessThanOrEqual(2);
    },
  );

  it('limits the encoder quality so that a low-quality original does not grow', async () => {
    const poor = await images.photo({ widthPx: 320, heightPx: 240, quality: 50 });
    for (const quality of [70, 90, 100]) {
      const { data, report } = await run(poor, { quality, format: 'jpeg' });
      expect(data.length).toBeLessThanOrEqual(poor.length);
      expect(report.encoderQuality ?? 0).toBeLessThanOrEqual(50);
      expect(report.score).toBeGreaterThanOrEqual(report.targetScore - 2);
    }
  });
});
