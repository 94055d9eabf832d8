import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { difference, fixture, rgb, run } from './harness.ts';

const size = { widthPx: 240, heightPx: 160 };

describe('the result of a compression', () => {
  // Spec: 9.26
  it.each(['jpeg', 'png', 'webp'] as const)('has the requested format %s for any input', async (format) => {
    const inputs = [images.photo(size), images.photoPng(size), images.photoWebp(size)];
    for (const original of await Promise.all(inputs)) {
      const result = await run(original, { format });
      expect(result.format).toBe(format);
      expect((await sharp(result.data).metadata()).format).toBe(format);
      expect([result.widthPx, result.heightPx]).toEqual([240, 160]);
      expect(difference(await rgb(result.data), await rgb(original))).toBeLessThan(6);
    }
  });

  it('has the format of the input if the format "same" is requested', async () => {
    const inputs = { jpeg: images.photo(size), png: images.photoPng(size), webp: images.photoWebp(size) };
    for (const [format, original] of Object.entries(inputs)) {
      const result = await run(await original, { format: 'same' });
      expect([result.format, (await sharp(result.data).metadata()).format]).toEqual([format, format]);
    }
  });

  it('is much smaller than a photograph, without visible changes, if the format is auto', async () => {
    for (const original of [await images.photo({ widthPx: 800, heightPx: 600 }), fixture('photo-city.png')]) {
      const result = await run(original);
      expect(result.data.length).toBeLessThan(original.length * 0.75);
      expect(['jpeg', 'webp']).toContain(result.format);
      expect(result.alreadyOptimal).toBe(false);
      expect(difference(await rgb(result.data), await rgb(original))).toBeLessThan(4);
    }
  });

  // Spec: 9.26
  it('is the smallest of the candidates with the format auto', async () => {
    const original = await images.photo(size);
    const [auto, jpeg, webp] = await Promise.all(
      (['auto', 'jpeg', 'webp'] as const).map(
        async (format) => (await run(original, { format })).data.length,
      ),
    );
    expect(auto).toBe(Math.min(jpeg!, webp!));
    expect(jpeg).not.toBe(webp);
  });

  it('is identical to a drawing with few colors, because the format auto encodes it losslessly', async () => {
    const original = await images.graphic({ widthPx: 640, heightPx: 480 });
    const result = await run(original);
    expect(result.data.length).toBeLessThan(original.length);
    expect(difference(await rgb(result.data), await rgb(original))).toBe(0);
  });

  it('has no banding in a gradient, because the format auto rejects palettes with too few colors', async () => {
    // Make each color four pixels wide, so that the engine classifies the image as a drawing.
    const steps = sharp(await images.gradient({ widthPx: 100, heightPx: 300 }));
    const original = await steps.resize(400, 300, { fit: 'fill', kernel: 'nearest' }).png().toBuffer();
    const result = await run(original);
    expect(difference(await rgb(result.data), await rgb(original))).toBeLessThan(1.5);
  });

  it('is less than half the size of a screenshot with the format auto', async () => {
    const original = fixture('screenshot-terminal.png');
    const result = await run(original);
    expect(result.data.length).toBeLessThan(original.length / 2);
    expect(difference(await rgb(result.data), await rgb(original))).toBeLessThan(1.5);
  });

  it('preserves transparency with the format auto, and has a white background with jpeg', async () => {
    const original = await images.cutout(size);
    const kept = await run(original);
    expect((await sharp(kept.data).metadata()).hasAlpha).toBe(true);
    expect(kept.data.length).toBeLessThan(original.length / 2);
    const flat = await run(original, { format: 'jpeg' });
    expect(difference(await rgb(flat.data), await rgb(original))).toBeLessThan(5);
    expect((await rgb(flat.data)).data[0]).toBeGreaterThan(250);
    expect((await rgb(flat.preview)).data[0]).toBeGreaterThan(250);
    expect((await sharp(flat.preview).metadata()).hasAlpha).toBe(false);
    expect((await sharp(kept.preview).metadata()).hasAlpha).toBe(true);
  });

  it('has no alpha channel with the format png if no pixel is transparent', async () => {
    const original = await sharp(await images.photoPng(size))
      .ensureAlpha()
      .png()
      .toBuffer();
    expect((await sharp(original).metadata()).hasAlpha).toBe(true);
    const result = await run(original, { format: 'png', quality: 100 });
    expect((await sharp(result.data).metadata()).hasAlpha).toBe(false);
  });

  it('is valid for an image of one pixel in the formats auto, jpeg, png and webp', async () => {
    for (const format of ['auto', 'jpeg', 'png', 'webp'] as const) {
      const result = await run(await images.onePixel(), { format });
      expect([result.widthPx, result.heightPx]).toEqual([1, 1]);
      expect((await rgb(result.data)).width).toBe(1);
    }
  });

  it.each([
    ['webp', 16_383],
    ['avif', 16_384],
    ['jpeg', 65_500],
  ] as const)(
    'in the format %s has a maximum width of %i pixels, and a wider image is rejected',
    async (format, mostPx) => {
      const ribbon = (width: number) =>
        sharp({ create: { width, height: 2, channels: 3, background: 'red' } })
          .png()
          .toBuffer();
      expect((await run(await ribbon(mostPx), { format })).widthPx).toBe(mostPx);
      await expect(run(await ribbon(mostPx + 1), { format })).rejects.toMatchObject({
        code: 'too_many_pixels_for_format',
      });
    },
  );

  it('is a PNG file with the format auto if a side is too long for all other formats', async () => {
    const longer = await images.photoPng({ widthPx: 66_000, heightPx: 2 });
    expect((await run(longer, { filter: 'sepia' })).format).toBe('png');
  });

  it('is reported with the duration of each processing step', async () => {
    const { report } = await run(await images.photo(size));
    // Sort the names of the steps, because some steps run concurrently and finish in any order.
    expect(Object.keys(report.stepsMs).sort()).toEqual([
      ...['admit', 'choose', 'classify', 'decode', 'encode', 'estimate'],
      ...['identify', 'keep', 'plan', 'preview', 'quantise', 'readHeader', 'readPreserved', 'report', 'tag'],
    ]);
    expect(Object.values(report.stepsMs).every((milliseconds) => milliseconds >= 0)).toBe(true);
  });
});

describe('animations', () => {
  const frames = { widthPx: 120, heightPx: 80, frames: 4 };

  it('keep every frame and its duration in webp', async () => {
    for (const format of ['auto', 'webp'] as const) {
      const result = await run(await images.animation(frames), { format, quality: 50 });
      const { pages, delay, loop, height, width } = await sharp(result.data).metadata();
      expect({ pages, delay, loop, width, height }).toEqual({
        pages: 4,
        delay: [80, 80, 80, 80],
        loop: 0,
        width: 120,
        height: 80,
      });
      expect([result.widthPx, result.heightPx]).toEqual([120, 80]);
    }
  });

  it('keep every frame when resized and filtered', async () => {
    const resize = { widthPx: 60, maintainAspect: true };
    const result = await run(await images.animation(frames), { resize, filter: 'grayscale' });
    const { pages, width, height } = await sharp(result.data).metadata();
    expect([pages, width, height]).toEqual([4, 60, 40]);
    const last = await rgb(result.data, () => sharp(result.data, { page: 3 }));
    expect(Math.abs((last.data[0] ?? 0) - (last.data[2] ?? 0))).toBeLessThan(4);
  });

  it('are reduced to their first frame in still formats and in the preview', async () => {
    const original = await images.animation(frames);
    const result = await run(original, { format: 'jpeg' });
    expect(difference(await rgb(result.data), await rgb(original))).toBeLessThan(6);
    const preview = (await run(original)).preview;
    expect((await sharp(preview).metadata()).pages ?? 1).toBe(1);
  });

  it('are never rotated, regardless of their EXIF orientation', async () => {
    const original = await sharp(await images.animation(frames), { animated: true })
      .withMetadata({ orientation: 6 })
      .webp({ quality: 90 })
      .toBuffer();
    for (const format of ['auto', 'png'] as const) {
      const result = await run(original, { format });
      const { width, height, orientation } = await sharp(result.data).metadata();
      expect([result.widthPx, result.heightPx, width, height, orientation]).toEqual([
        120,
        80,
        120,
        80,
        undefined,
      ]);
    }
  });

  it('are returned unchanged if they are PNG files, because only the first frame can be decoded', async () => {
    const still = await images.graphic({ widthPx: 64, heightPx: 64 });
    const control = images.pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    const afterHeader = 8 + 25;
    const animated = Buffer.concat([still.subarray(0, afterHeader), control, still.subarray(afterHeader)]);
    const result = await run(animated);
    expect(result.alreadyOptimal).toBe(true);
    expect(Buffer.from(result.data).includes('acTL')).toBe(true);
    expect((await run(animated, { format: 'webp' })).format).toBe('webp');
  });
});

describe('the preview', () => {
  it.each([
    [{ widthPx: 1000, heightPx: 500 }, [320, 160]],
    [{ widthPx: 300, heightPx: 600 }, [160, 320]],
    [{ widthPx: 200, heightPx: 100 }, [200, 100]],
  ])('is a WebP of at most 320 pixels per side: %o', async (from, expected) => {
    const { preview } = await run(await images.photo(from));
    const { format, width, height } = await sharp(preview).metadata();
    expect([format, width, height]).toEqual(['webp', ...expected]);
  });
});
