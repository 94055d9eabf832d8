import type { InputFormat } from '@gossamer/contracts/formats';
import { maxFrames } from '@gossamer/contracts/limits';
import type { Metadata } from 'sharp';
import type { Foreign } from '../codecs/codec.ts';
import { inputOf } from '../codecs/registry.ts';
import { EngineError } from '../errors.ts';
import { type Header, pixelCount } from '../image.ts';
import { isDisplayP3, isWiderThanSrgb } from '../metadata/icc.ts';
import { sharp } from '../sharp.ts';
import { countScans } from '../strip/jpeg-segments.ts';
import { isAnimatedPng } from '../strip/png.ts';

/**
 * Reads the image header, and rejects an image that is too large before any of its pixels are decoded. `maxPixels`
 * limits width × height × frames.
 * @throws EngineError `corrupt_image`, `unsupported_format`, `too_many_pixels`, `too_many_frames`
 */
export async function readHeader(
  original: Uint8Array,
  format: InputFormat,
  maxPixels: number,
): Promise<Header> {
  const input = inputOf(format);
  const header = input.foreign
    ? readForeign(input.foreign, original, format, maxPixels)
    : await readByLibvips(original, format, maxPixels);
  if (pixelCount(header) > maxPixels) throw new EngineError('too_many_pixels');
  if (header.pages > maxFrames) throw new EngineError('too_many_frames');
  const scans = format === 'jpeg' ? countScans(original) : 1;
  return { ...header, scans, sizeBytes: original.length, jpegQuality: input.jpegQuality?.(original) };
}

type LibvipsHeader = Omit<Header, 'jpegQuality' | 'sizeBytes' | 'scans'>;

/**
 * Maximum ratio of coded to displayed pixels. There can be more coded than displayed pixels, because tiles extend
 * beyond the edges and alpha is coded separately.
 */
const codedShare = 2.2;

/** Header properties of images that libvips cannot decode. They are the same for all such images. */
const stillFacts = { pages: 1, orientation: 1, scanBytesPerPixel: 0, isRgb16: false, isAnimatedPng: false };

function assertCodedPixels(codedPixels: number | undefined, maxPixels: number): void {
  if ((codedPixels ?? 0) > maxPixels * codedShare) throw new EngineError('too_many_pixels');
}

function readForeign(
  foreign: Foreign,
  original: Uint8Array,
  format: InputFormat,
  maxPixels: number,
): LibvipsHeader {
  const facts = foreign.readFacts(original);
  assertCodedPixels(facts.codedPixels, maxPixels);
  const { widthPx, heightPx, hasAlpha, isGray, isWideGamut, isDisplayP3, isHdr } = facts;
  return { format, widthPx, heightPx, hasAlpha, isGray, isWideGamut, isDisplayP3, isHdr, ...stillFacts };
}

function gamutOf(profile: Buffer | undefined, isCodedInP3: boolean) {
  return {
    isWideGamut: isCodedInP3 || (profile !== undefined && isWiderThanSrgb(profile)),
    isDisplayP3: isCodedInP3 || (profile !== undefined && isDisplayP3(profile)),
  };
}

/** Formats whose pages are frames of an animation. Of all other files, the first or the primary image is read. */
const animatedFormats: readonly InputFormat[] = ['webp', 'gif'];

async function readByLibvips(
  original: Uint8Array,
  format: InputFormat,
  maxPixels: number,
): Promise<LibvipsHeader> {
  const input = inputOf(format);
  assertCodedPixels(input.codedPixels?.(original), maxPixels);
  const facts = await readMetadata(original);
  const pages = animatedFormats.includes(format) ? (facts.pages ?? 1) : 1;
  const orientation = pages === 1 ? (facts.orientation ?? 1) : 1;
  const isOnItsSide = orientation > 4;
  return {
    format,
    // For animations, `height` is already the height of one frame.
    widthPx: isOnItsSide ? facts.height : facts.width,
    heightPx: isOnItsSide ? facts.width : facts.height,
    pages,
    orientation,
    hasAlpha: facts.hasAlpha,
    scanBytesPerPixel: scanBytesPerPixel(facts, format),
    isGray: facts.space === 'b-w' || facts.space === 'grey16',
    isRgb16: facts.space === 'rgb16',
    ...gamutOf(facts.icc, input.isCodedInP3?.(original) ?? false),
    isHdr: input.isHdr?.(original) ?? false,
    gainMap: input.gainMap?.(original),
    isAnimatedPng: format === 'png' && isAnimatedPng(original),
  };
}

const sampleBytes: Record<string, number> = { ushort: 2, short: 2, uint: 4, int: 4, float: 4, double: 8 };

/**
 * Returns the memory in bytes per pixel of a decoder that must hold the whole image, or 0 if the file is decoded row by
 * row. JPEG coefficients take 3.8 bytes for 4:2:0 and 4.3 for 4:4:4 (measured). A TIFF can consist of a single strip,
 * which is decoded as a whole.
 */
function scanBytesPerPixel({ channels, depth, isProgressive }: Metadata, format: InputFormat): number {
  if (!isProgressive && format !== 'tiff') return 0;
  if (format === 'jpeg') return 4.5;
  return channels * (sampleBytes[depth] ?? 1);
}

async function readMetadata(original: Uint8Array): Promise<Metadata> {
  try {
    // Disable sharp's own pixel limit, so that an image with too many pixels causes a specific error.
    return await sharp(original, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw new EngineError('corrupt_image', { cause });
  }
}
