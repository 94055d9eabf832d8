import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompressionSettings, defaultSettings } from '@gossamer/contracts/settings';
import type {} from '@gossamer/testkit/chromium';
import { animation, cameraPhoto, cutout, displayP3Jpeg, graphic, photo } from '@gossamer/testkit/images';
import { moreFormats } from '@gossamer/testkit/more-formats';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { BrowserOutcome } from '../src/browser/page/page.ts';
import { buildPage, servePage } from '../src/browser/page/serve-page.ts';
import { failureOf, run } from './harness.ts';
import { fixture } from './heic/harness.ts';

const size = { widthPx: 480, heightPx: 320 };
const { bmp, gif, tiff } = await moreFormats(size);
const images = {
  photo: await photo(size),
  'photo from a camera': await cameraPhoto({ ...size, orientation: 6 }),
  'photo in Display P3': await displayP3Jpeg({ ...size, rgb: [250, 20, 30] }),
  graphic: await graphic(size),
  cutout: await cutout(size),
  animation: await animation({ widthPx: 96, heightPx: 64 }),
  heic: fixture('plain'),
  bmp,
  gif,
  tiff,
  damaged: (await photo(size)).subarray(0, 2_000),
};
type Name = keyof typeof images;

let browser: Browser;
let page: Page;
let closePage = () => {};
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gossamer-engine-page-'));
  await buildPage(folder);
  const server = await servePage(folder, images);
  closePage = server.close;
  browser = await chromium.launch({ executablePath: inject('chromium'), args: ['--no-sandbox'] });
  page = await browser.newPage();
  await page.goto(server.url);
});

afterAll(async () => {
  await browser?.close();
  closePage();
  await rm(folder, { recursive: true, force: true });
});

function inBrowser(name: Name, settings: Partial<CompressionSettings> = {}): Promise<BrowserOutcome> {
  return page.evaluate(
    ([path, chosen]) => {
      type Compress = (path: string, settings: unknown) => Promise<BrowserOutcome>;
      return (globalThis as unknown as { compressInBrowser: Compress }).compressInBrowser(path, chosen);
    },
    [`/images/${encodeURIComponent(name)}`, { ...defaultSettings, ...settings }] as const,
  );
}

const sha256Of = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

describe('the engine in a browser', () => {
  it.each<[string, Name, Partial<CompressionSettings>]>([
    ['a photo', 'photo', {}],
    ['a photo as WebP', 'photo', { format: 'webp', quality: 70 }],
    ['a photo as AVIF', 'photo', { format: 'avif', quality: 70 }],
    [
      'a photo, resized and in gray',
      'photo',
      { resize: { widthPx: 200, maintainAspect: true }, filter: 'grayscale' },
    ],
    ['a photo with a maximum size', 'photo', { maxBytes: 9_000 }],
    [
      'a photo whose copyright and place are kept',
      'photo from a camera',
      { format: 'webp', preserve: ['copyright', 'location'] },
    ],
    ['a photo in Display P3', 'photo in Display P3', { format: 'webp' }],
    ['a graphic', 'graphic', {}],
    ['an image with alpha', 'cutout', {}],
    ['an image with alpha as PNG', 'cutout', { format: 'png', quality: 95 }],
    ['an animation', 'animation', {}],
    ['a HEIC image', 'heic', {}],
    ['a BMP image', 'bmp', {}],
    ['a GIF image', 'gif', {}],
    ['a TIFF image', 'tiff', {}],
  ])('creates the same file as in Node.js for %s', async (_, name, settings) => {
    const expected = await run(images[name], settings);
    expect(await inBrowser(name, settings)).toMatchObject({
      type: 'done',
      format: expected.format,
      sizeBytes: expected.data.length,
      sha256: sha256Of(expected.data),
    });
  });

  it('rejects a damaged image like the engine in Node.js, and compresses the next image', async () => {
    expect(await inBrowser('damaged')).toEqual({ type: 'refused', code: await failureOf(images.damaged) });
    expect(await inBrowser('photo')).toMatchObject({ type: 'done' });
  });

  // In browsers, another build of zlib compresses the pixels and color profiles of PNGs, so sizes can differ slightly.
  it.each<Name>(['photo', 'photo in Display P3'])(
    'creates a PNG of almost the same size as in Node.js for a %s',
    async (name) => {
      const { data } = await run(images[name], { format: 'png' });
      const made = await inBrowser(name, { format: 'png' });
      if (made.type !== 'done') throw new Error(JSON.stringify(made));
      expect(Math.abs(made.sizeBytes / data.length - 1)).toBeLessThan(0.001);
    },
  );

  it('tries all formats of `modern` except JPEG XL', async () => {
    const expected = await run(images.photo, { formats: ['jpeg', 'webp', 'avif'] });
    expect(await inBrowser('photo', { format: 'modern' })).toMatchObject({ sha256: sha256Of(expected.data) });
  });

  it('reports that archives and JPEG XL are available only in the cloud', async () => {
    expect(await inBrowser('photo', { archive: true })).toEqual({ type: 'cloud-only', feature: 'archive' });
    expect(await inBrowser('photo', { format: 'jxl' })).toEqual({ type: 'cloud-only', feature: 'jxl' });
  });
});
