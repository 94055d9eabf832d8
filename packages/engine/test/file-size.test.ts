import type { OutputFormat } from '@gossamer/contracts/formats';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import * as images from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { compress, type EngineResult } from '../src/compress.ts';
import { EngineError } from '../src/errors.ts';
import { sharp } from '../src/sharp.ts';
import { hasReached, run, samples, scoreOf } from './harness.ts';

const photoSize = { widthPx: 800, heightPx: 600 };
let photo: Buffer;
beforeAll(async () => {
  photo = await images.photo(photoSize);
});

const share = ({ data }: EngineResult, maxBytes: number) => data.length / maxBytes;

/** Returns the smallest of the files that an encoder writes at its lowest qualities. */
async function smallestOf(original: Buffer, format: 'jpeg' | 'webp'): Promise<number> {
  const sizes = [1, 2, 3, 4, 5].map(async (quality) => {
    const image = sharp(original).toColourspace('srgb');
    const encoded = format === 'jpeg' ? image.jpeg({ quality, mozjpeg: true }) : image.webp({ quality });
    return (await encoded.toBuffer()).length;
  });
  return Math.min(...(await Promise.all(sizes)));
}

/** Returns noise with one channel, as a PNG of 320 × 240 pixels. */
const grayNoise = (sigma: number) =>
  sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })
    .extractChannel(0)
    .png()
    .toBuffer();

/** Returns a graphic of small squares in 64 colors. With two colors, its smallest palette takes 4,336 bytes. */
async function mosaic(): Promise<Buffer> {
  const [width, height, side] = [480, 360, 3];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const colors = Array.from({ length: 64 }, () => [random(256), random(256), random(256)]);
  const squares = Array.from({ length: (width / side) * (height / side) }, () => colors[random(64)] ?? []);
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const square = Math.floor(at / width / side) * (width / side) + Math.floor((at % width) / side);
    pixels.set(squares[square] ?? [], at * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Returns a photo whose alpha is noise, so that exact alpha takes most of the bytes. */
const noisilyTransparent = async () => withAlpha(await grayNoise(40));

/** Returns a photo with many small holes. */
async function perforated(): Promise<Buffer> {
  const clouds = await sharp(await grayNoise(60))
    .blur(1)
    .png()
    .toBuffer();
  return withAlpha(await sharp(clouds).normalise().threshold(128).png().toBuffer());
}

async function withAlpha(mask: Buffer): Promise<Buffer> {
  const [width, height] = [320, 240];
  const alpha = await sharp(mask).extractChannel(0).raw().toBuffer();
  return sharp(await images.photo({ widthPx: width, heightPx: height }))
    .toColourspace('srgb')
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

describe.each(['auto', 'jpeg', 'webp', 'png', 'avif'] as const)('a maximum file size for %s', (format) => {
  it.each([20_000, 40_000, 60_000])('limits the file to %i bytes but uses most of them', async (maxBytes) => {
    const result = await run(photo, { format, maxBytes });
    expect(share(result, maxBytes)).toBeLessThanOrEqual(1);
    expect(share(result, maxBytes)).toBeGreaterThan(format === 'png' ? 0.5 : 0.9);
    expect(result.report.sizeLimits).toEqual({ maxBytes, isReached: true });
    expect(Math.abs((result.report.score ?? 0) - (await scoreOf(photo, result)))).toBeLessThan(0.7);
  });
});

describe('a maximum file size', () => {
  it('is respected for every kind of image if an encoding can reach it', async () => {
    for (const [name, original] of Object.entries(await samples())) {
      const { data: free } = await run(original);
      const maxBytes = Math.max(200, Math.round(free.length / 2));
      const result = await run(original, { maxBytes });
      const least = await smallestOf(original, 'webp');
      const isPossible = least <= maxBytes;
      expect(result.data.length <= maxBytes, `${name}: ${result.data.length} of ${maxBytes}`).toBe(
        result.report.sizeLimits?.isReached,
      );
      if (isPossible) expect(result.report.sizeLimits?.isReached, name).toBe(true);
    }
  });

  it('yields a better file if it is larger', async () => {
    const scores: number[] = [];
    for (const maxBytes of [10_000, 30_000, 90_000]) {
      scores.push((await run(photo, { maxBytes })).report.score ?? 0);
    }
    expect(scores).toEqual(scores.toSorted((one, other) => one - other));
    expect(new Set(scores).size).toBe(3);
  });

  it('yields the same file regardless of the requested quality', async () => {
    const [low, high] = [
      await run(photo, { maxBytes: 50_000, quality: 10 }),
      await run(photo, { maxBytes: 50_000, quality: 100 }),
    ];
    expect(Buffer.compare(Buffer.from(low.data), Buffer.from(high.data))).toBe(0);
  });

  it('does not enlarge the file beyond the size at which differences are invisible', async () => {
    const result = await run(photo, { format: 'webp', maxBytes: 50_000_000 });
    const best = await run(photo, { format: 'webp', quality: 100 });
    expect(hasReached(result)).toBe(true);
    expect(share(result, best.data.length)).toBeLessThan(1.1);
  });

  it('yields the original if it is small enough and better than any new encoding', async () => {
    const small = await images.photo({ widthPx: 300, heightPx: 200, quality: 40 });
    const result = await run(small, { format: 'jpeg', maxBytes: small.length });
    expect(['original', 'jpeg lossless']).toContain(result.report.encoding);
  });

  it('applies to the file including its preserved metadata', async () => {
    const camera = await images.cameraPhoto(photoSize);
    for (const format of ['jpeg', 'webp', 'png'] as OutputFormat[]) {
      const preserve: CompressionSettings['preserve'] = ['copyright', 'creation', 'location'];
      const result = await run(camera, { format, maxBytes: 60_000, preserve });
      expect(result.data.length, format).toBeLessThanOrEqual(60_000);
      expect(result.report.metadataKept, format).toContain('gps');
    }
  });

  it('reduces the levels of alpha if exact alpha takes too many bytes', async () => {
    const original = await noisilyTransparent();
    const withExactAlpha = await sharp(original).webp({ quality: 1 }).toBuffer();
    const maxBytes = Math.round(withExactAlpha.length / 2);
    const result = await run(original, { maxBytes });
    expect(result.report.sizeLimits).toEqual({ maxBytes, isReached: true });
    const deviation = async (image: Uint8Array) => (await sharp(image).stats()).channels[3]?.stdev ?? 0;
    expect((await deviation(result.data)) / (await deviation(original))).toBeCloseTo(1, 1);
  });

  it('reduces the number of colors of a transparent photo if no lossy encoding fits', async () => {
    const { data, report } = await run(await perforated(), { maxBytes: 5_000 });
    expect(report).toMatchObject({
      kind: 'photo',
      encoding: 'webp palette',
      sizeLimits: { isReached: true },
    });
    expect(data.length).toBeLessThanOrEqual(5_000);
  });

  it('applies to animations', async () => {
    const animation = await images.animation({ widthPx: 160, heightPx: 120 });
    const free = await run(animation);
    const maxBytes = Math.round(free.data.length * 0.7);
    const result = await run(animation, { maxBytes });
    expect(result.data.length).toBeLessThanOrEqual(maxBytes);
    expect((await sharp(result.data).metadata()).pages).toBeGreaterThan(1);
  });

  it('also limits the file at fast effort', async () => {
    const settings = { quality: 85, format: 'auto', resize: null, filter: 'none', maxBytes: 30_000 } as const;
    const result = await compress(photo, { settings, maxPixels: 100_000_000, effort: 'fast' });
    expect(share(result, 30_000)).toBeLessThanOrEqual(1);
    expect(share(result, 30_000)).toBeGreaterThan(0.85);
  });
});

it('a graphic becomes a JPEG if no other format fits', async () => {
  const original = await mosaic();
  const maxBytes = 2_300;
  expect(await smallestOf(original, 'webp')).toBeGreaterThan(maxBytes);
  const { data, format, report } = await run(original, { maxBytes });
  expect([report.kind, format]).toEqual(['graphic', 'jpeg']);
  expect(data.length).toBeLessThanOrEqual(maxBytes);
});

describe('an unreachable maximum file size', () => {
  const maxBytes = 1_200;

  it('yields the smallest file by default', async () => {
    const result = await run(photo, { maxBytes });
    expect(result.report.sizeLimits).toEqual({ maxBytes, isReached: false });
    const least = Math.min(await smallestOf(photo, 'jpeg'), await smallestOf(photo, 'webp'));
    expect(least).toBeGreaterThan(maxBytes);
    expect(result.data.length).toBeLessThanOrEqual(least * 1.05);
    expect([result.widthPx, result.heightPx]).toEqual([photoSize.widthPx, photoSize.heightPx]);
  });

  it('causes an error with the closest size and its score if the request asks for an error', async () => {
    const closest = await run(photo, { maxBytes });
    const failure = await run(photo, { maxBytes, onUnreachable: 'fail' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EngineError);
    expect(failure).toMatchObject({
      code: 'size_unreachable',
      details: { closestBytes: closest.data.length, closestScore: closest.report.score },
    });
  });

  it.each([500, 1_200, 3_000])(
    'causes the image to be shrunk to fit %i bytes if the request allows shrinking',
    async (max) => {
      const result = await run(photo, { maxBytes: max, onUnreachable: 'shrink' });
      expect(result.data.length).toBeLessThanOrEqual(max);
      expect(result.widthPx).toBeLessThan(photoSize.widthPx);
      expect(result.widthPx / result.heightPx).toBeCloseTo(4 / 3, 1);
      expect(result.report.score ?? 0).toBeGreaterThanOrEqual(48);
    },
  );
});

describe('a reachable maximum file size', () => {
  it('leaves the width and height unchanged even if shrinking is allowed', async () => {
    const result = await run(photo, { maxBytes: 60_000, onUnreachable: 'shrink' });
    expect([result.widthPx, result.heightPx]).toEqual([photoSize.widthPx, photoSize.heightPx]);
  });
});

describe('a minimum file size', () => {
  it.each(['auto', 'jpeg', 'webp'] as const)('improves %s files instead of padding them', async (format) => {
    const free = await run(photo, { format, quality: 50 });
    const minBytes = Math.round(free.data.length * 1.5);
    const result = await run(photo, { format, quality: 50, minBytes });
    expect(result.data.length).toBeGreaterThanOrEqual(minBytes);
    expect(result.data.length).toBeLessThan(minBytes * 1.6);
    expect(result.report.score ?? 0).toBeGreaterThan(free.report.score ?? 100);
    expect(result.report.metadataKept).toEqual(free.report.metadataKept);
  });

  it('yields a size between both limits if a maximum is also set', async () => {
    const [minBytes, maxBytes] = [25_000, 30_000];
    const result = await run(photo, { format: 'jpeg', minBytes, maxBytes });
    expect(result.data.length).toBeGreaterThanOrEqual(minBytes);
    expect(result.data.length).toBeLessThanOrEqual(maxBytes);
    expect(result.report.sizeLimits).toEqual({ minBytes, maxBytes, isReached: true });
  });

  it('yields the largest file if no encoding reaches it, or an error if the request asks for one', async () => {
    const icon = await images.photo({ widthPx: 24, heightPx: 24 });
    const minBytes = 5_000_000;
    const result = await run(icon, { minBytes });
    expect(result.report.sizeLimits?.isReached).toBe(false);
    await expect(run(icon, { minBytes, onUnreachable: 'fail' })).rejects.toMatchObject({
      code: 'size_unreachable',
    });
  });
});
