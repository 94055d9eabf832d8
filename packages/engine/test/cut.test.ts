import type { Resize } from '@gossamer/contracts/settings';
import * as images from '@gossamer/testkit/images';
import { describe, expect, it } from 'vitest';
import { sharp } from '../src/sharp.ts';
import { extendedSize, targetSize } from '../src/sizes.ts';
import { type Rgb, rgb, run, runFast } from './harness.ts';

const from = { widthPx: 400, heightPx: 300 };
const cover = (widthPx: number, heightPx: number): Resize => ({
  widthPx,
  heightPx,
  maintainAspect: false,
  fit: 'cover',
});
const thumb = (widthPx: number, heightPx: number): Resize => ({ ...cover(widthPx, heightPx), fit: 'thumb' });

/**
 * Returns an image with a red square on a gray gradient. The square is the only salient region, and no edge has a
 * uniform color.
 */
async function squareOnGray(size: { widthPx: number; heightPx: number }, left: number, top: number) {
  const { widthPx, heightPx } = size;
  const pixels = Buffer.alloc(widthPx * heightPx * 3);
  for (let at = 0; at < widthPx * heightPx; at++) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    const isSquare = x >= left && x < left + 40 && y >= top && y < top + 40;
    const gray = 60 + (x / widthPx + y / heightPx) * 60;
    pixels.set(isSquare ? [230, 20, 20] : [gray, gray, gray], at * 3);
  }
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } });
}

/** Returns an image with a blue square in the center of a uniform background. */
async function ringOn(ground: { r: number; g: number; b: number; alpha: number }, channels: 3 | 4 = 4) {
  const create = { width: 120, height: 60, channels, background: ground } as const;
  const ring = Buffer.alloc(30 * 30 * 4, Buffer.from([20, 60, 180, 255]));
  const raw = { width: 30, height: 30, channels: 4 } as const;
  return sharp({ create }).composite([{ input: ring, raw, left: 45, top: 15 }]);
}

/** Returns an image with a blue square on a background that fades from gray level 255 to 247. */
async function almostWhite(): Promise<Buffer> {
  const pixels = Buffer.alloc(120 * 60 * 3);
  for (let at = 0; at < 120 * 60; at++) pixels.fill(255 - ((at % 120) * 8) / 119, at * 3, at * 3 + 3);
  const ring = Buffer.alloc(30 * 30 * 3, Buffer.from([20, 60, 180]));
  return sharp(pixels, { raw: { width: 120, height: 60, channels: 3 } })
    .composite([{ input: ring, raw: { width: 30, height: 30, channels: 3 }, left: 45, top: 15 }])
    .png()
    .toBuffer();
}

function pixelAt({ data, width }: Rgb, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
}

function redShare({ data }: Rgb): number {
  let red = 0;
  for (let at = 0; at < data.length; at += 3) if (data[at]! > 180 && data[at + 1]! < 90) red += 1;
  return red / (data.length / 3);
}

describe('the fit "cover"', () => {
  it.each([
    [cover(100, 100), [100, 100]],
    [cover(300, 40), [300, 40]],
    [cover(20, 300), [20, 300]],
    // If a side of the image is too short, the result is the largest crop with the requested aspect ratio.
    [cover(800, 400), [400, 200]],
    [cover(500, 500), [300, 300]],
    [cover(100, 1000), [30, 300]],
    [cover(4000, 3000), [400, 300]],
    [cover(16_383, 1), [400, 1]],
  ])(
    'crops to the requested size, or to the largest crop with its aspect ratio: %o → %o',
    async (resize, [widthPx, heightPx]) => {
      const result = await run(await images.photo(from), { resize, format: 'webp', quality: 50 });
      const { width, height } = await sharp(result.data).metadata();
      expect([width, height]).toEqual([widthPx, heightPx]);
      expect([result.widthPx, result.heightPx]).toEqual([widthPx, heightPx]);
    },
  );

  it.each([
    ['left', 10, 130],
    ['middle', 180, 130],
    ['right', 350, 130],
  ])('keeps the salient part of the image: %s', async (_where, left, top) => {
    const original = await (await squareOnGray(from, left, top)).png().toBuffer();
    const { data } = await run(original, { resize: cover(60, 150), format: 'png', quality: 100 });
    // The result contains the entire square. Scaling from 300 to 150 rows reduces its height from 40 to 20 rows.
    expect(redShare(await rgb(data))).toBeCloseTo((20 * 20) / (60 * 150), 2);
  });

  it('keeps the salient part of the image, whether it is at the top or at the bottom', async () => {
    for (const top of [0, 255]) {
      const original = await (await squareOnGray(from, 180, top)).png().toBuffer();
      const { data } = await run(original, { resize: cover(200, 50), format: 'png', quality: 100 });
      expect(redShare(await rgb(data))).toBeCloseTo((20 * 20) / (200 * 50), 2);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8] as const)(
    'applies to the upright image for the EXIF orientation %d',
    async (orientation) => {
      const isOnItsSide = orientation > 4;
      // The salient square is far from the center of the file in every orientation.
      const stored = await squareOnGray({ widthPx: 300, heightPx: 200 }, 250, 150);
      const original = await stored.jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
      const result = await run(original, { resize: cover(50, 50), format: 'png', quality: 90 });
      expect([result.widthPx, result.heightPx]).toEqual([50, 50]);
      const shown = await rgb(result.data);
      expect(redShare(shown)).toBeCloseTo((10 * 10) / (50 * 50), 1);
      expect(redShare(shown)).toBeGreaterThan(0.03);
      // Check that the upright image has the expected aspect ratio.
      const upright = await rgb(original, (image) => image.autoOrient());
      expect([upright.width, upright.height]).toEqual(isOnItsSide ? [200, 300] : [300, 200]);
    },
  );

  it('crops every frame of an animation and its preview to the center', async () => {
    const original = await images.animation({ widthPx: 160, heightPx: 60, frames: 3 });
    const result = await run(original, { resize: cover(40, 40), quality: 95 });
    const { width, pages, pageHeight } = await sharp(result.data, { animated: true }).metadata();
    expect([width, pages, pageHeight]).toEqual([40, 3, 40]);
    const middle = await rgb(original, (image) =>
      image.extract({ left: 50, top: 0, width: 60, height: 60 }).resize(40, 40),
    );
    const [first, preview] = [await rgb(result.data), await rgb(result.preview)];
    const mean = (one: Rgb) =>
      one.data.reduce((sum, value, at) => sum + Math.abs(value - middle.data[at]!), 0) / one.data.length;
    expect(mean(first)).toBeLessThan(8);
    expect([preview.width, preview.height]).toEqual([40, 40]);
    expect(mean(preview)).toBeLessThan(12);
  });

  it('uses the first frame of an animation for still formats', async () => {
    const original = await images.animation({ widthPx: 160, heightPx: 60, frames: 3 });
    const result = await run(original, { resize: cover(40, 40), format: 'jpeg' });
    const { width, height, pages } = await sharp(result.data).metadata();
    expect([width, height, pages ?? 1]).toEqual([40, 40, 1]);
  });

  it('never returns the original if it crops, but may return it otherwise', async () => {
    const tight = await sharp(await images.photoPng(from))
      .jpeg({ quality: 20, mozjpeg: true })
      .toBuffer();
    const cut = await run(tight, { resize: cover(300, 300), format: 'jpeg', quality: 100 });
    expect([cut.widthPx, cut.alreadyOptimal]).toEqual([300, false]);
    const whole = await run(tight, { resize: cover(4000, 3000), format: 'jpeg', quality: 100 });
    expect(whole.alreadyOptimal).toBe(true);
  });

  it('rejects a damaged file and accepts a single pixel', async () => {
    const damaged = images.truncated(await images.photo(from));
    await expect(run(damaged, { resize: cover(50, 50) })).rejects.toThrow('corrupt_image');
    const dot = await runFast(await images.onePixel(), { resize: thumb(50, 20) });
    expect(dot.widthPx * dot.heightPx).toBeLessThanOrEqual(3);
  });
});

describe('the fit "thumb"', () => {
  it('crops like "cover" unless the background is plain', async () => {
    const original = await (await squareOnGray(from, 350, 130)).png().toBuffer();
    const settings = { format: 'png', quality: 100 } as const;
    const one = await run(original, { ...settings, resize: thumb(60, 60) });
    const other = await run(original, { ...settings, resize: cover(60, 60) });
    expect(one.data.length).toBeGreaterThan(0);
    expect((await rgb(one.data)).data.equals((await rgb(other.data)).data)).toBe(true);
  });

  it('shows an isolated object completely and extends its background', async () => {
    const original = await (await ringOn({ r: 250, g: 240, b: 200, alpha: 1 }, 3)).png().toBuffer();
    const result = await run(original, { resize: thumb(60, 60), format: 'png', quality: 100 });
    const shown = await rgb(result.data);
    expect([result.widthPx, result.heightPx, shown.width, shown.height]).toEqual([60, 60, 60, 60]);
    for (const [x, y] of [
      [0, 0],
      [59, 0],
      [0, 59],
      [30, 2],
      [30, 57],
    ] as const)
      expect(pixelAt(shown, x, y)).toEqual([250, 240, 200]);
    // The square is 15 pixels wide, because the whole image was scaled down. In a crop, it would be 30 pixels wide.
    expect(pixelAt(shown, 30, 30)).toEqual([20, 60, 180]);
    expect(pixelAt(shown, 30, 18)).toEqual([250, 240, 200]);
    expect(pixelAt(shown, 18, 30)).toEqual([250, 240, 200]);
  });

  it('extends transparent, colored and filtered backgrounds', async () => {
    const original = await (await ringOn({ r: 0, g: 0, b: 0, alpha: 0 })).png().toBuffer();
    const cornerOf = async (settings: object) => {
      const { data } = await run(original, {
        resize: thumb(40, 60),
        format: 'png',
        quality: 100,
        ...settings,
      });
      const raw = await sharp(data).ensureAlpha().toColourspace('srgb').raw().toBuffer();
      return [...raw.subarray(0, 4)];
    };
    expect((await cornerOf({}))[3]).toBe(0);
    expect(await cornerOf({ background: '#ff8000' })).toEqual([255, 128, 0, 255]);
    const [r, g, b] = await cornerOf({ background: '#ff8000', filter: 'grayscale' });
    expect(r === g && g === b).toBe(true);
  });

  it('treats transparency as a plain background, regardless of hidden colors', async () => {
    const hidden = images.cutout({ widthPx: 120, heightPx: 60 });
    const pixels = await sharp(await hidden)
      .ensureAlpha()
      .raw()
      .toBuffer();
    for (let at = 0; at < 120 * 60; at++) {
      const [x, y] = [at % 120, Math.floor(at / 120)];
      pixels[at * 4 + 3] = x >= 45 && x < 75 && y >= 15 && y < 45 ? 255 : 0;
    }
    const raw = { width: 120, height: 60, channels: 4 } as const;
    const original = await sharp(pixels, { raw }).png().toBuffer();
    const { data } = await run(original, { resize: thumb(60, 60), format: 'png', quality: 95 });
    const shown = await sharp(data).ensureAlpha().raw().toBuffer();
    const alphaAt = (x: number, y: number) => shown[(y * 60 + x) * 4 + 3];
    expect([alphaAt(30, 30), alphaAt(18, 30), alphaAt(30, 18)]).toEqual([255, 0, 0]);
  });

  it('detects a plain background in a JPEG, a gray image and a rotated image', async () => {
    const onWhite = await ringOn({ r: 255, g: 255, b: 255, alpha: 1 }, 3);
    const drawn = await onWhite.png().toBuffer();
    const originals = [
      await sharp(drawn).jpeg({ quality: 60 }).toBuffer(),
      await sharp(await almostWhite())
        .jpeg({ quality: 95 })
        .toBuffer(),
      await sharp(drawn).grayscale().toColourspace('b-w').png().toBuffer(),
      await sharp(drawn).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer(),
    ];
    for (const original of originals) {
      const result = await run(original, { resize: thumb(60, 60), format: 'png', quality: 90 });
      const shown = await rgb(result.data);
      expect([shown.width, shown.height]).toEqual([60, 60]);
      expect(Math.min(...pixelAt(shown, 1, 1), ...pixelAt(shown, 58, 58))).toBeGreaterThan(245);
      expect(Math.min(...pixelAt(shown, 18, 30))).toBeGreaterThan(225);
      expect(pixelAt(shown, 30, 30)[0]).toBeLessThan(120);
    }
  });

  it('limits the size of the image and of its extended background', () => {
    const small = { widthPx: 20, heightPx: 10 };
    // If both sides of the image are shorter than requested, no more background is added than necessary.
    expect(extendedSize(small, thumb(1000, 1000))).toEqual({
      inner: small,
      outer: { widthPx: 20, heightPx: 20 },
    });
    expect(extendedSize(small, thumb(15, 15))).toEqual({
      inner: { widthPx: 15, heightPx: 8 },
      outer: { widthPx: 15, heightPx: 15 },
    });
    const ribbon = { widthPx: 16_383, heightPx: 1 };
    expect(extendedSize(ribbon, thumb(16_383, 16_383))).toBeUndefined();
    expect(targetSize(ribbon, thumb(16_383, 16_383))).toEqual({ widthPx: 1, heightPx: 1 });
    expect(extendedSize(from, cover(100, 100))).toBeUndefined();
  });
});

describe('a named fit', () => {
  it('takes precedence over maintainAspect', () => {
    const asked = { widthPx: 100, heightPx: 100 };
    const size = (resize: Resize) => targetSize(from, resize);
    expect(size({ ...asked, maintainAspect: false, fit: 'inside' })).toEqual({ widthPx: 100, heightPx: 75 });
    expect(size({ ...asked, maintainAspect: true, fit: 'fill' })).toEqual(asked);
    expect(size({ ...asked, maintainAspect: true, fit: 'cover' })).toEqual(asked);
    expect(size({ widthPx: 100, maintainAspect: false, fit: 'fill' })).toEqual({
      widthPx: 100,
      heightPx: 75,
    });
  });

  it('determines the aspect ratio of the preview', async () => {
    const original = await images.animation({ widthPx: 160, heightPx: 60, frames: 2 });
    const resize = { widthPx: 30, heightPx: 60, maintainAspect: false };
    const { preview } = await run(original, { resize });
    const { width, height } = await sharp(preview).metadata();
    expect([width, height]).toEqual([30, 60]);
  });
});
