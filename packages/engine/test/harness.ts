import { readFileSync } from 'node:fs';
import { isJxl } from '@gossamer/contracts/detect-format';
import type { EngineEffort } from '@gossamer/contracts/engine-report';
import { autoFormats, type EncodedFormat } from '@gossamer/contracts/formats';
import {
  type CompressionSettings,
  defaultSettings,
  namedFormats,
  type ResolvedSettings,
} from '@gossamer/contracts/settings';
import { createReference } from '@gossamer/ssimulacra2/ssimulacra2';
import * as images from '@gossamer/testkit/images';

import { compress, type EngineResult } from '../src/compress.ts';
import { EngineError } from '../src/errors.ts';
import type { Pixels } from '../src/image.ts';
import { decodeJxl } from '../src/jxl/codec.ts';
import { sharp } from '../src/sharp.ts';
import { scoreAtAllScales } from '../src/small-images.ts';
import { classify } from '../src/steps/classify.ts';
import { decode } from '../src/steps/decode.ts';
import { identify } from '../src/steps/identify.ts';
import { plan as makePlan } from '../src/steps/plan.ts';
import { readHeader } from '../src/steps/read-header.ts';
import { readSegments } from '../src/strip/jpeg-segments.ts';

/** Compresses an image with the default settings, overridden by `settings`. */
export function run(
  original: Uint8Array,
  settings: Partial<CompressionSettings> = {},
  maxPixels = 100_000_000,
) {
  return compress(original, { settings: { ...defaultSettings, ...settings }, maxPixels });
}

/** Compresses an image with the effort `fast`. */
export function runFast(original: Uint8Array, settings: Partial<CompressionSettings> = {}) {
  return compress(original, {
    settings: { ...defaultSettings, ...settings },
    maxPixels: 100_000_000,
    effort: 'fast',
  });
}

/** Runs the engine's first steps, so that tests can exercise the later ones. */
export async function prepared(
  original: Buffer,
  settings: Partial<CompressionSettings> = {},
  effort: EngineEffort = 'thorough',
) {
  const header = await readHeader(original, identify(original).format, 100_000_000);
  const plan = makePlan(header, { ...defaultSettings, ...settings }, effort);
  const image = await classify(await decode(original, header, plan), header);
  return { header, plan, image };
}

/** Compresses an image and returns the code of the EngineError that it throws. Rethrows other errors. */
export async function failureOf(original: Uint8Array, maxPixels?: number): Promise<string | undefined> {
  try {
    await run(original, {}, maxPixels);
    return undefined;
  } catch (error) {
    if (error instanceof EngineError) return error.code;
    throw error;
  }
}

export function fixture(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
}

/** Opens a file in any output format. sharp cannot decode JPEG XL. */
export async function open(file: Uint8Array): Promise<ReturnType<typeof sharp>> {
  if (!isJxl(file)) return sharp(file, { failOn: 'error' });
  const { data, widthPx: width, heightPx: height, channels } = await decodeJxl(file);
  return sharp(data, { raw: { width, height, channels } });
}

/** Returns the format of a file that the engine wrote. */
export async function formatOf(file: Uint8Array): Promise<string | undefined> {
  if (isJxl(file)) return 'jxl';
  const { format } = await sharp(file).metadata();
  // libvips reports AVIF files as HEIF, the format of their container.
  return format === 'heif' ? 'avif' : format;
}

/** Returns the formats that a result may have. */
export function formatsOf(format: ResolvedSettings['format']): readonly EncodedFormat[] {
  return namedFormats({ ...defaultSettings, format }) ?? autoFormats;
}

export type Rgb = { data: Buffer; width: number; height: number };

/** Returns the pixels of a file as stored, without applying the orientation. Transparent areas are shown on white. */
export async function rgb(
  file: Uint8Array,
  prepare = (image: ReturnType<typeof sharp>) => image,
): Promise<Rgb> {
  const image = prepare(await open(file)).flatten({ background: 'white' });
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/**
 * Returns the mean absolute difference per channel (0 to 255).
 * @throws if the image sizes differ
 */
export function difference(one: Rgb, other: Rgb): number {
  if (one.width !== other.width || one.height !== other.height) {
    throw new Error(`expected ${one.width}x${one.height} pixels, got ${other.width}x${other.height}`);
  }
  return (
    one.data.reduce((sum, value, index) => sum + Math.abs(value - (other.data[index] ?? 0)), 0) /
    one.data.length
  );
}

/** Returns the words of the fixtures' private metadata that the file contains. */
export function secretsIn(file: Uint8Array): string[] {
  const text = Buffer.from(file).toString('latin1');
  return ['Exif\0\0', 'GPS', 'SECRET', 'SERIAL', 'Gossamer', 'xmp', '8BIM', 'eXIf', 'tEXt', 'EXIF'].filter(
    (word) => text.includes(word),
  );
}

/**
 * Decodes a file like the engine: upright, in sRGB, with 8 bits per channel. Keeps the alpha channel unless a
 * background is given.
 */
export async function pixelsOf(file: Uint8Array, ground?: string): Promise<Pixels> {
  const upright = (await open(file)).autoOrient().toColourspace('srgb');
  const image = ground ? upright.flatten({ background: ground }) : upright;
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { data, widthPx: info.width, heightPx: info.height, channels: info.channels };
}

/**
 * Returns the score of an entire image compared with its original, computed like the score that the engine reports. If
 * `ground` is given, the original is placed on this background.
 */
export async function measured(original: Uint8Array, file: Uint8Array, ground?: string): Promise<number> {
  const pixels = await pixelsOf(original, ground);
  const reference = createReference(pixels);
  try {
    return scoreAtAllScales(reference.score(await pixelsOf(file)), pixels);
  } finally {
    reference.free();
  }
}

/** Returns the score of a result compared with its original. For a JPEG, the original is placed on white. */
export function scoreOf(original: Uint8Array, { data, format }: EngineResult): Promise<number> {
  return measured(original, data, format === 'jpeg' ? 'white' : undefined);
}

/** Returns whether a result reaches its target score within the engine's tolerance. */
export function hasReached({ report }: EngineResult): boolean {
  return report.score !== null && report.score >= report.targetScore - 1.2;
}

/** Returns a PNG crop of a real image. */
export async function crop(
  name: 'photo-city.png' | 'screenshot-terminal.png',
  widthPx: number,
  heightPx: number,
): Promise<Buffer> {
  return sharp(fixture(name))
    .extract({ left: 100, top: 100, width: widthPx, height: heightPx })
    .png()
    .toBuffer();
}

/** Returns a small PNG of each type of image. */
export async function samples(): Promise<Record<string, Buffer>> {
  const photo = await crop('photo-city.png', 160, 120);
  return {
    photo,
    screenshot: await crop('screenshot-terminal.png', 160, 120),
    drawing: await images.graphic({ widthPx: 200, heightPx: 150 }),
    cutout: await images.cutout({ widthPx: 48, heightPx: 40 }),
    logo: await images.graphicWithAlpha({ widthPx: 120, heightPx: 90 }),
    gray: await sharp(photo).grayscale().toColourspace('b-w').png().toBuffer(),
    noise: await images.noise({ widthPx: 64, heightPx: 48 }),
    dot: await images.onePixel(),
    ribbon: await images.photoPng({ widthPx: 3, heightPx: 500 }),
  };
}

/**
 * Returns the marker of a JPEG's frame header: 0xc0 baseline, 0xc2 progressive, 0xc9 arithmetic (ITU-T T.81, table
 * B.1).
 */
export function jpegFrame(file: Uint8Array): number | undefined {
  const frames = [0xc0, 0xc1, 0xc2, 0xc9];
  return readSegments(file)?.find(({ marker }) => frames.includes(marker))?.marker;
}
