import type { FailOnOptions, Sharp } from 'sharp';
import { inputOf } from '../codecs/registry.ts';
import { type Gamut, isBeyondSrgb } from '../color/gamut.ts';
import { EngineError } from '../errors.ts';
import { applyFilter, isGrayAfter } from '../filters.ts';
import { type Frame, frame } from '../framing.ts';
import { type Header, type Image, maxHeldPixels, type Pixels, pixelCount } from '../image.ts';
import { sharp } from '../sharp.ts';
import type { SizePx } from '../sizes.ts';
import { readPixels } from '../tiles.ts';
import type { Plan } from './plan.ts';

/** Decoder messages that indicate lost pixels. Extraneous bytes before the end marker (0xd9) are harmless. */
const lostPixels = /premature end|bad Huffman|instead of RST|extraneous bytes before marker 0x(?!d9)/;

export type Decoded = Omit<Image, 'kind' | 'palette'>;

/**
 * Returns the upright image with the requested size, background and filter, as 8-bit sRGB, Display P3 or gray without
 * metadata. JPEGs that are not cropped are decoded directly at a reduced size.
 * @throws EngineError `corrupt_image`, `unsupported_format`
 */
export async function decode(original: Uint8Array, header: Header, plan: Plan): Promise<Decoded> {
  const { foreign, withProfile } = inputOf(header.format);
  const readable = foreign ? await foreign.decode(original) : ((await withProfile?.(original)) ?? original);
  const frame = await frameOf(readable, header, plan);
  const gamut = await orCorrupt(() => gamutOf(readable, header, plan, frame));
  return decodeFramed(readable, header, plan, frame, gamut);
}

/**
 * Returns the color space in which the image is decoded. Inspects a small version, so that the image need not be decoded
 * completely in both. Large JPEGs are read at a reduced size, so their colors are averages of neighboring pixels. Tolerates
 * damaged pixels, which the full decoding detects later.
 */
async function gamutOf(original: Uint8Array, header: Header, plan: Plan, shown: Frame): Promise<Gamut> {
  if (!plan.mayKeepP3) return 'srgb';
  if (plan.keepsHdr) return 'p3';
  const image = prepare(original, header, plan, shown, { gamut: 'p3', failOn: 'none' });
  const small = image.resize(512, 512, { fit: 'fill', kernel: 'nearest' });
  return isBeyondSrgb(await readPixels(inColorspace(small, false))) ? 'p3' : 'srgb';
}

/**
 * Options for opening the original: the damage to tolerate, the color space of the pixels, and the frame to open if not
 * the whole animation is needed.
 */
type OpenOptions = { failOn: FailOnOptions; gamut: Gamut; frame?: number | undefined };

/** Determines the visible part of the image. Tolerates damaged pixels, which the full decoding detects later. */
function frameOf(original: Uint8Array, header: Header, plan: Plan): Promise<Frame> {
  const open = () => openUpright(original, header, plan, { failOn: 'none', gamut: 'srgb' });
  return orCorrupt(() => frame(open, header, plan));
}

/**
 * Reads pixels and converts a failure.
 * @throws EngineError `corrupt_image`; the original error if the process ran out of memory
 */
async function orCorrupt<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (isOutOfMemory(cause)) throw cause;
    throw new EngineError('corrupt_image', { cause });
  }
}

async function decodeFramed(
  original: Uint8Array,
  header: Header,
  plan: Plan,
  shown: Frame,
  gamut: Gamut,
): Promise<Decoded> {
  const isGray = isGrayAfter(plan.filter, isGrayOnGround(header, plan));
  const mayHaveAlpha = header.hasAlpha && plan.ground === undefined;
  const isWhole = () => inputOf(header.format).isWhole?.(original) ?? true;
  const isAsItCame = !plan.isResized && plan.filter === 'none';
  const facts = {
    ...(shown.ground?.outer ?? shown.inner),
    pages: plan.pages,
    gamut,
    isGray,
    jpegQuality: isAsItCame ? header.jpegQuality : undefined,
  };
  if (plan.pages > 1 || pixelCount(facts) > maxHeldPixels) {
    const failOn = await firstThatDecodes(isWhole, async (level) => {
      await prepare(original, header, plan, shown, { gamut, failOn: level })
        .resize(64, 64, { fit: 'fill' })
        .raw()
        .toBuffer();
      return level;
    });
    const opened = (frame?: number) =>
      inColorspace(prepare(original, header, plan, shown, { gamut, failOn, frame }), isGray);
    return { ...facts, hasAlpha: mayHaveAlpha, open: () => opened(), openFrame: opened };
  }
  // Convert gray images with alpha to RGB, because sharp's raw output does not support them.
  const isRawGray = isGray && !mayHaveAlpha;
  const pixels = await firstThatDecodes(isWhole, (failOn) =>
    readPixels(inColorspace(prepare(original, header, plan, shown, { gamut, failOn }), isRawGray)),
  );
  const hasAlpha = mayHaveAlpha && !isOpaque(pixels);
  const open = openerOf(pixels, isGray, mayHaveAlpha && !hasAlpha);
  return { ...facts, hasAlpha, open, openFrame: open, pixels };
}

/**
 * Returns a function that opens decoded pixels. It is not defined in `decodeFramed`, because it would then keep a
 * converted original, such as a decoded HEIC, in memory.
 */
export function openerOf(pixels: Pixels, isGray: boolean, dropsAlpha: boolean): () => Sharp {
  const raw = { width: pixels.widthPx, height: pixels.heightPx, channels: pixels.channels };
  return () => {
    const image = inColorspace(sharp(pixels.data, { raw, limitInputPixels: false }), isGray);
    return dropsAlpha ? image.removeAlpha() : image;
  };
}

/**
 * Returns a pipeline that crops, resizes and filters the image. The filter also applies to the background. For an
 * animation, the pipeline contains all frames, or only `frame`.
 */
function prepare(
  original: Uint8Array,
  header: Header,
  plan: Plan,
  { part, inner, ground }: Frame,
  options: OpenOptions,
): Sharp {
  const upright = openUpright(original, header, plan, options);
  const shown = part ? upright.extract(part) : upright;
  const resized = plan.isResized ? shown.resize(inner.widthPx, inner.heightPx, { fit: 'fill' }) : shown;
  return applyFilter(ground ? extend(resized, inner, ground) : resized, plan.filter);
}

/** Opens the whole upright image. If the plan has a background color, the image is flattened onto it. */
function openUpright(
  original: Uint8Array,
  header: Header,
  plan: Plan,
  { failOn, gamut, frame }: OpenOptions,
): Sharp {
  const pages = frame === undefined ? { animated: plan.pages > 1 } : { page: frame };
  // Disable sharp's pixel limit, which counts pixels differently. The header has already been checked against the
  // engine's own limit.
  const ignoreIcc = gamut === 'p3';
  const image = sharp(original, { failOn, ignoreIcc, limitInputPixels: false, ...pages });
  // Do not rotate single frames of an animation, because libvips cannot rotate the whole animation.
  const upright = header.pages > 1 ? image : image.autoOrient();
  // Convert gray images to color before flattening, because libvips does not do so. Reduce 16-bit colors to 8 bits before
  // their profile is applied, because sharp converts 16-bit colors with a profile to Display P3.
  const needsSrgb = header.isRgb16 || (header.isGray && plan.ground !== undefined);
  const prepared = needsSrgb ? upright.pipelineColourspace('srgb') : upright;
  return plan.ground === undefined ? prepared : prepared.flatten({ background: plan.ground });
}

function extend(image: Sharp, inner: SizePx, { outer, color }: NonNullable<Frame['ground']>): Sharp {
  const left = Math.floor((outer.widthPx - inner.widthPx) / 2);
  const top = Math.floor((outer.heightPx - inner.heightPx) / 2);
  const right = outer.widthPx - inner.widthPx - left;
  const bottom = outer.heightPx - inner.heightPx - top;
  return image.extend({ left, top, right, bottom, background: color });
}

/** Returns whether an image remains gray when it is flattened onto the background color. */
function isGrayOnGround({ isGray }: Header, { ground = 'white' }: Plan): boolean {
  return isGray && /^(white|#(..)\2\2)$/.test(ground);
}

function inColorspace(image: Sharp, isGray: boolean): Sharp {
  return image.toColourspace(isGray ? 'b-w' : 'srgb');
}

/**
 * Decodes in strict mode first. If the file has only harmless format violations, which some cameras produce, decodes it
 * again in lenient mode. libvips reports only the first problem, which could hide a truncated file, so `isWhole` checks
 * whether the file is truncated.
 */
async function firstThatDecodes<T>(
  isWhole: () => boolean,
  attempt: (failOn: FailOnOptions) => Promise<T>,
): Promise<T> {
  try {
    return await attempt('warning');
  } catch (cause) {
    if (isOutOfMemory(cause)) throw cause;
    if (lostPixels.test(String(cause)) || !isWhole()) throw new EngineError('corrupt_image', { cause });
  }
  return orCorrupt(() => attempt('error'));
}

/**
 * Returns whether decoding failed because the process ran out of memory, in which case the image may be valid. Excludes
 * GIFs with a frame beyond 65,535 pixels, for which libnsgif reports both "bad image dimensions" and "Out of memory".
 */
function isOutOfMemory(cause: unknown): boolean {
  return /^(?!.*bad image dimensions).*(out of memory|unable to allocate)/is.test(String(cause));
}

function isOpaque({ data, channels }: Pixels): boolean {
  for (let alpha = channels - 1; alpha < data.length; alpha += channels) {
    if (data[alpha] !== 255) return false;
  }
  return true;
}
