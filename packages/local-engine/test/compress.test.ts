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
  const { data, format, widthPx, heightPx, alreadyOptimal, report } = await compress(bytes, {
    settings,
    maxPixels,
  });
  const { stepsMs, ...facts } = report;
  const figures = { format, widthPx, heightPx, sizeBytes: data.length, sha256: sha256Of(data) };
  return { ...figures, alreadyOptimal, report: { ...facts, stepNames: Object.keys(stepsMs) } };
}

function factsOf({ bytes, report: { stepsMs, ...report }, ...figures }: LocalResult) {
  expect(sha256Of(bytes)).toBe(figures.sha256);
  return { ...figures, report: { ...report, stepNames: Object.keys(stepsMs) } };
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
  ['an archive of a JPEG', () => cameraPhoto(size), { archive: true }],
];

describe('the installed engine', () => {
  it.each(images)("compresses %s to the same bytes as the product's engine", async (_, read, options) => {
    const bytes = await read();
    expect(factsOf(await engine.compress(bytes, options))).toEqual(await expectedOf(bytes, options));
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
