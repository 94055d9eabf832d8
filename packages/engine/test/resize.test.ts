import type { Resize } from '@gossamer/contracts/settings';
import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { targetSize } from '../src/sizes.ts';
import { difference, rgb, run } from './harness.ts';

const from = { widthPx: 400, heightPx: 300 };

const matrix: [Resize, [number, number]][] = [
  [{ widthPx: 200, maintainAspect: true }, [200, 150]],
  [{ heightPx: 150, maintainAspect: true }, [200, 150]],
  [{ widthPx: 200, heightPx: 200, maintainAspect: true }, [200, 150]],
  [{ widthPx: 300, heightPx: 75, maintainAspect: true }, [100, 75]],
  [{ widthPx: 100, maintainAspect: false }, [100, 75]],
  [{ widthPx: 100, heightPx: 200, maintainAspect: false }, [100, 200]],
  [{ widthPx: 800, heightPx: 200, maintainAspect: false }, [400, 200]],
  [{ widthPx: 800, heightPx: 600, maintainAspect: true }, [400, 300]],
  [{ widthPx: 800, heightPx: 600, maintainAspect: false }, [400, 300]],
  [{ widthPx: 1, maintainAspect: true }, [1, 1]],
];

describe('resizing', () => {
  it.each(matrix)(
    'an image of 400 × 300 px with %o yields the dimensions %o',
    async (resize, [widthPx, heightPx]) => {
      const result = await run(await images.photo(from), { resize, format: 'webp' });
      const { width, height } = await sharp(result.data).metadata();
      expect([width, height]).toEqual([widthPx, heightPx]);
      expect([result.widthPx, result.heightPx]).toEqual([widthPx, heightPx]);
    },
  );

  it('never reduces a side to zero pixels', () => {
    expect(targetSize({ widthPx: 5000, heightPx: 2 }, { widthPx: 10, maintainAspect: true })).toEqual({
      widthPx: 10,
      heightPx: 1,
    });
  });

  it('uses the dimensions of the upright image', async () => {
    const original = await images.cameraPhoto({ ...from, orientation: 6 });
    const result = await run(original, { resize: { widthPx: 150, heightPx: 400, maintainAspect: false } });
    expect([result.widthPx, result.heightPx]).toEqual([150, 400]);
    const { width, height } = await sharp(result.data).metadata();
    expect([width, height]).toEqual([150, 400]);
  });

  it('keeps the content of the image', async () => {
    const original = await images.photo(from);
    const result = await run(original, {
      resize: { widthPx: 100, maintainAspect: true },
      format: 'png',
      quality: 100,
    });
    const expected = await rgb(original, (image) => image.resize(100, 75));
    expect(difference(await rgb(result.data), expected)).toBeLessThan(2);
  });

  it('is applied even if it increases the file size', async () => {
    const original = await images.photo({ ...from, quality: 10 });
    const result = await run(original, { resize: { widthPx: 399, maintainAspect: true }, quality: 100 });
    expect([result.widthPx, result.alreadyOptimal]).toEqual([399, false]);
    expect((await sharp(result.data).metadata()).width).toBe(399);
  });

  it('allows the original as the result if the dimensions do not change', async () => {
    const original = await images.photo({ ...from, quality: 30 });
    const result = await run(original, { resize: { widthPx: 4000, maintainAspect: true }, quality: 100 });
    expect(result.report.encoding).toBe('jpeg lossless');
    expect((await rgb(result.data)).data.equals((await rgb(original)).data)).toBe(true);
  });
});
