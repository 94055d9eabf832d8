import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compressionOptions, toSettings } from '@gossamer/contracts/api-options';
import { planLimits } from '@gossamer/contracts/limits';
import { compress } from '@gossamer/engine/compress';
import { animation, cameraPhoto, graphicWithAlpha, photo } from '@gossamer/testkit/images';
import { moreFormats } from '@gossamer/testkit/more-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompressionOptions, LocalEngine, LocalResult } from '../src/index.ts';
import { importEngine } from './installed.ts';

const size = { widthPx: 160, heightPx: 120 };
const heic = () => readFileSync(new URL('../../engine/test/heic/fixtures/plain.heic', import.meta.url));
const { maxPixels } = planLimits.pro;

let engine: LocalEngine;
beforeAll(async () => {
  engine = (await importEngine()).openEngine({ processes: 2 });
});
afterAll(() => engine.close());

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Compresses an image in this process with the engine from the workspace. Returns what the installed engine must
 * return.
 */
async function expectedOf(bytes: Uint8Array, options: CompressionOptions) {
  const settings = toSettings(compressionOptions.parse(options));
  const result = await compress(bytes, { settings, maxPixels });
  const { data, format, widthPx, heightPx, alreadyOptimal, report, variants = null } = result;
  const { stepsMs, ...facts } = report;
  const figures = { format, widthPx, heightPx, sizeBytes: data.length, sha256: sha256Of(data) };
  const files = variants?.files.map(({ data: file, ...size }) => ({ ...size, sha256: sha256Of(file) }));
  return {
    ...figures,
    alreadyOptimal,
    report: { ...facts, stepNames: Object.keys(stepsMs) },
    variants: variants && { ...variants, files },
  };
}

function factsOf({ bytes, report: { stepsMs, ...report }, variants, ...figures }: LocalResult) {
  expect(sha256Of(bytes)).toBe(figures.sha256);
  const files = variants?.files.map(({ bytes: file, ...size }) => {
    expect(sha256Of(file)).toBe(size.sha256);
    expect(file.length).toBe(size.sizeBytes);
    return size;
  });
  const stepNames = Object.keys(stepsMs);
  return { ...figures, report: { ...report, stepNames }, variants: variants && { ...variants, files } };
}

const images: [name: string, read: () => Promise<Uint8Array> | Uint8Array, options: CompressionOptions][] = [
  ['a JPEG', () => photo(size), {}],
  ['a JPEG as AVIF or JPEG XL', () => photo(size), { formats: ['avif', 'jxl'] }],
  [
    'a JPEG with preserved metadata and a filter',
    () => cameraPhoto(size),
    { preserve: ['location'], filter: 'sepia' },
  ],
  ['a turned JPEG', () => cameraPhoto({ ...size, orientation: 6 }), { quality: 95 }],
  ['a JPEG of at most 3,000 bytes', () => photo(size), { maxBytes: 3_000, onUnreachable: 'shrink' }],
  ['a cropped JPEG', () => photo(size), { resizeWidth: 50, resizeHeight: 50, fit: 'cover', format: 'webp' }],
  ['a PNG with alpha', () => graphicWithAlpha(size), {}],
  ['a PNG with alpha on a background', () => graphicWithAlpha(size), { background: '#FFFFFF' }],
  ['an animated WebP', () => animation(size), { resizePercent: 50 }],
  ['an animated GIF', async () => (await moreFormats(size)).animatedGif, { format: 'same' }],
  ['a BMP', async () => (await moreFormats(size)).bmp, { format: 'png' }],
  ['a HEIC', heic, { format: 'jpeg' }],
  [
    'a JPEG in several widths',
    () => photo(size),
    { variants: { widths: [40, 'original'], densities: [1, 2] } },
  ],
  [
    'a PNG with alpha in several widths',
    () => graphicWithAlpha(size),
    { variants: { widths: [40, 80, 999] } },
  ],
  ['an archive of a JPEG', () => cameraPhoto(size), { archive: true }],
];

describe('the installed engine', () => {
  it.each(images)("compresses %s to the same bytes as the product's engine", async (_, read, options) => {
    const bytes = await read();
    expect(factsOf(await engine.compress(bytes, options))).toEqual(await expectedOf(bytes, options));
  });

  it('lists the variants of an image, the fallback last', async () => {
    const { variants, sha256 } = await engine.compress(await photo(size), {
      variants: { widths: [40, 80, 'original', 999], formats: ['webp'] },
    });
    expect(variants?.files.at(-1)).toMatchObject({ format: 'jpeg', widthPx: 160, heightPx: 120, sha256 });
    expect(new Set(variants?.files.map(({ format }) => format))).toEqual(new Set(['webp', 'jpeg']));
    expect(variants?.skipped).toContainEqual({ format: null, widthPx: 999, reason: 'wider-than-original' });
    expect(variants?.placeholderUrl).toMatch(/^data:image\//);
  });

  it('restores the JPEG in an archive', async () => {
    const jpeg = await cameraPhoto(size);
    const archive = await engine.compress(jpeg, { archive: true });
    expect(archive).toMatchObject({ format: 'jxl', report: { jpegSha256: sha256Of(jpeg) } });
    const restored = await engine.compress(archive.bytes);
    expect(restored).toMatchObject({ format: 'jpeg', sha256: sha256Of(jpeg) });
  });

  it('compresses many images at once and returns the result of each', async () => {
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, seed) => photo({ widthPx: 64, heightPx: 48, seed: seed + 1 })),
    );
    const results = await Promise.all(many.map((bytes) => engine.compress(bytes, { format: 'webp' })));
    for (const [index, bytes] of many.entries()) {
      expect(results[index]?.sha256).toBe((await expectedOf(bytes, { format: 'webp' })).sha256);
    }
  });

  it('accepts views of larger buffers and does not change the input', async () => {
    const jpeg = await photo(size);
    const framed = Buffer.concat([Buffer.alloc(7), jpeg, Buffer.alloc(7)]);
    const before = sha256Of(framed);
    const result = await engine.compress(framed.subarray(7, -7), { quality: 50 });
    expect(result.sha256).toBe((await expectedOf(jpeg, { quality: 50 })).sha256);
    expect(sha256Of(framed)).toBe(before);
  });
});
