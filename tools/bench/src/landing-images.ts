import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type EncodedFormat, extensions } from '@gossamer/contracts/formats';
import { type CompressionSettings, defaultSettings } from '@gossamer/contracts/settings';
import { compress } from '@gossamer/engine/compress';
import sharp, { type Region } from 'sharp';

/**
 * Generates the images of the landing page and measures their sizes. Usage: `node tools/bench/src/landing-images.ts
 * [folder]`. The folder defaults to `tools/bench/images`. Any other folder must contain files with the same names as
 * the default folder.
 */

export const imagesFolder = resolve(import.meta.dirname, '../../../apps/web/src/features/landing/images');
const samplesFolder = resolve(import.meta.dirname, '../images');
const maxPixels = 200_000_000;

/** Sizes of a file before and after compression, with the quality score of the result. */
export interface Measured {
  originalBytes: number;
  resultBytes: number;
  savedPercent: number;
  format: EncodedFormat;
  /** SSIMULACRA2 score of the result compared with the original, or null if the engine measured no score. */
  score: number | null;
}

/** An original image and its result on the landing page. Both files are in the same folder as the JSON file. */
export interface Pair extends Measured {
  originalName: string;
  resultName: string;
  widthPx: number;
  heightPx: number;
}

/** Compresses a file with the engine. By default, uses the product's default settings: quality High, format auto. */
export async function measure(
  original: Buffer,
  settings: Partial<CompressionSettings> = {},
): Promise<{ facts: Measured; data: Uint8Array }> {
  const { data, format, report } = await compress(original, {
    settings: { ...defaultSettings, ...settings },
    maxPixels,
  });
  const facts = {
    originalBytes: original.length,
    resultBytes: data.length,
    savedPercent: tenths(100 - (100 * data.length) / original.length),
    format,
    score: report.score === null ? null : tenths(report.score),
  };
  return { facts, data };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

if (import.meta.main) await makeAll(resolve(process.argv[2] ?? samplesFolder));

async function makeAll(samples: string): Promise<void> {
  const read = (name: string) => readFileSync(join(samples, name));
  const camera = read('camera-12mp.jpg');
  const page = read('page.png');
  const flowers = read('flowers.png');
  const phone = read('phone-12mp.heic');
  const sunset = read('photos/sea-sunset.jpg');
  mkdirSync(imagesFolder, { recursive: true });
  for (const name of readdirSync(imagesFolder)) {
    if (!name.endsWith('.md')) rmSync(join(imagesFolder, name));
  }
  const facts = {
    quality: defaultSettings.quality,
    hero: {
      desktop: await pair('sea-sunset-desktop', sunset, { width: 1_656, height: 750 }),
      phone: await pair('sea-sunset-phone', sunset, { width: 828, height: 700 }),
    },
    samples: [
      { name: 'red-coupe-mirror.jpg', ...(await sample(camera, 'coupe')) },
      { name: 'asters-in-the-yard.png', ...(await sample(flowers, 'asters')) },
      { name: 'docs-home.png', ...(await sample(page, 'docs')) },
      { name: 'IMG_2841.HEIC', ...(await sample(phone, 'pool')) },
    ],
    cards: {
      web: await card(page, 'docs', 'top'),
      shops: await card(flowers, 'asters'),
      content: await card(phone, 'pool'),
      apps: await card(read('city.png'), 'city'),
    },
    photo: {
      ...(await sizeOf(camera)),
      jpeg: (await measure(camera, { format: 'jpeg' })).facts,
      png: (await measure(camera, { format: 'png' })).facts,
      webp: (await measure(camera, { format: 'webp' })).facts,
    },
    screenshot: {
      jpeg: (await measure(page, { format: 'jpeg' })).facts,
      png: (await measure(page, { format: 'png' })).facts,
    },
    lossless: (await measure(flowers, { format: 'png', quality: 100 })).facts,
  };
  write('images.json', `${JSON.stringify(facts, null, 2)}\n`);
}

/** Creates an original image of the given size as a camera would encode it, and compresses it. */
async function pair(name: string, source: Buffer, size: { width: number; height: number }): Promise<Pair> {
  const original = await sharp(source)
    .autoOrient()
    .resize({ ...size, fit: 'cover' })
    .jpeg({ quality: 95, optimiseCoding: false })
    .toBuffer();
  const { facts, data } = await measure(original);
  const originalName = write(`${name}-original.jpg`, original);
  const resultName = write(`${name}-result.${extensions[facts.format]}`, data);
  return { ...facts, originalName, resultName, widthPx: size.width, heightPx: size.height };
}

async function sample(original: Buffer, name: string): Promise<Measured & { thumbnail: string }> {
  const { facts } = await measure(original);
  return { ...facts, thumbnail: await illustration(original, `${name}-96`, { width: 96, height: 96 }) };
}

function card(original: Buffer, name: string, position = 'center'): Promise<string> {
  return illustration(original, `${name}-560`, { width: 560, height: 420 }, position);
}

/** Crops an image to the aspect ratio of `size`, scales it down to `size`, and encodes it with the engine. */
async function illustration(
  original: Buffer,
  name: string,
  size: { width: number; height: number },
  position = 'center',
): Promise<string> {
  // Decode with the engine, because sharp cannot read HEIC.
  const { data: whole } = await measure(original, { quality: 100, format: 'png' });
  const cut = await sharp(whole)
    .extract(await regionOf(whole, size, position))
    .png()
    .toBuffer();
  const resize = { widthPx: size.width, heightPx: size.height, maintainAspect: true };
  const { facts, data } = await measure(cut, { resize });
  return write(`${name}.${extensions[facts.format]}`, data);
}

/** Returns the largest region of the image with the given aspect ratio. */
async function regionOf(
  image: Uint8Array,
  shape: { width: number; height: number },
  position: string,
): Promise<Region> {
  const { width, height } = await sharp(image).metadata();
  const scale = Math.min(width / shape.width, height / shape.height);
  const cut = { width: Math.floor(shape.width * scale), height: Math.floor(shape.height * scale) };
  const top = position === 'top' ? 0 : Math.floor((height - cut.height) / 2);
  return { ...cut, left: Math.floor((width - cut.width) / 2), top };
}

async function sizeOf(image: Buffer): Promise<{ widthPx: number; heightPx: number }> {
  const { width, height } = await sharp(image).metadata();
  return { widthPx: width, heightPx: height };
}

function write(name: string, content: Uint8Array | string): string {
  writeFileSync(join(imagesFolder, name), content);
  return name;
}
