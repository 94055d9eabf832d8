import type { FailOnOptions, Sharp } from 'sharp';
import { inputOf } from '../codecs/registry.ts';
import { EngineError } from '../errors.ts';
import { applyFilter, isGreyAfter } from '../filters.ts';
import { type Frame, frame } from '../framing.ts';
import { type Header, type Image, maxHeldPixels, type Pixels, pixelCount } from '../image.ts';
import { sharp } from '../sharp.ts';
import type { SizePx } from '../sizes.ts';
import { readPixels } from '../tiles.ts';
import type { Plan } from './plan.ts';

/** Messages of the decoders that mean lost pixels. Bytes too many before the end marker (0xd9) lose none. */
const lostPixels = /premature end|bad Huffman|instead of RST|extraneous bytes before marker 0x(?!d9)/;

export type Decoded = Omit<Image, 'kind' | 'palette'>;

/**
 * The image upright, in the size, on the ground and with the filter asked for, as 8-bit sRGB or grey without metadata.
 * Resizing happens while decoding where nothing is cut, so that a JPEG is read at a fraction of its size.
 * @throws EngineError `corrupt_image`, `unsupported_format`
 */
export async function decode(original: Uint8Array, header: Header, plan: Plan): Promise<Decoded> {
  const { foreign } = inputOf(header.format);
  const readable = foreign ? await foreign.decode(original) : original;
  return decodeFramed(readable, header, plan, await frameOf(readable, header, plan));
}

/** Whatever can be seen is good enough to look at: damage is found when all is decoded. */
async function frameOf(original: Uint8Array, header: Header, plan: Plan): Promise<Frame> {
  try {
    return await frame(() => openUpright(original, header, plan, 'none'), header, plan);
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
): Promise<Decoded> {
  const isGrey = isGreyAfter(plan.filter, isGreyOnGround(header, plan));
  const mayHaveAlpha = header.hasAlpha && plan.ground === undefined;
  const isWhole = () => inputOf(header.format).isWhole?.(original) ?? true;
  const isAsItCame = !plan.isResized && plan.filter === 'none';
  const facts = {
    ...(shown.ground?.outer ?? shown.inner),
    pages: plan.pages,
    jpegQuality: isAsItCame ? header.jpegQuality : undefined,
  };
  if (plan.pages > 1 || pixelCount(facts) > maxHeldPixels) {
    const failOn = await firstThatDecodes(isWhole, async (level) => {
      await prepare(original, header, plan, shown, level).resize(64, 64, { fit: 'fill' }).raw().toBuffer();
      return level;
    });
    const opened = (frame?: number) =>
      inColourspace(prepare(original, header, plan, shown, failOn, frame), isGrey);
    return { ...facts, hasAlpha: mayHaveAlpha, open: () => opened(), openFrame: opened };
  }
  // sharp's raw output knows grey only without alpha.
  const isRawGrey = isGrey && !mayHaveAlpha;
  const pixels = await firstThatDecodes(isWhole, (failOn) =>
    readPixels(inColourspace(prepare(original, header, plan, shown, failOn), isRawGrey)),
  );
  const hasAlpha = mayHaveAlpha && !isOpaque(pixels);
  const raw = { width: pixels.widthPx, height: pixels.heightPx, channels: pixels.channels };
  const open = () => {
    const image = inColourspace(sharp(pixels.data, { raw, limitInputPixels: false }), isGrey);
    return mayHaveAlpha && !hasAlpha ? image.removeAlpha() : image;
  };
  return { ...facts, hasAlpha, open, openFrame: open, pixels };
}

/**
 * Cut, resized and filtered. The filter changes the ground as well: it is of the image as it is seen. Of an animation
 * all frames, or the one that is named.
 */
function prepare(
  original: Uint8Array,
  header: Header,
  plan: Plan,
  { part, inner, ground }: Frame,
  failOn: FailOnOptions,
  frame?: number,
): Sharp {
  const upright = openUpright(original, header, plan, failOn, frame);
  const shown = part ? upright.extract(part) : upright;
  const resized = plan.isResized ? shown.resize(inner.widthPx, inner.heightPx, { fit: 'fill' }) : shown;
  return applyFilter(ground ? extend(resized, inner, ground) : resized, plan.filter);
}

/** The whole image, without transparency where the plan has a ground for it. */
function openUpright(
  original: Uint8Array,
  header: Header,
  plan: Plan,
  failOn: FailOnOptions,
  frame?: number,
): Sharp {
  const pages = frame === undefined ? { animated: plan.pages > 1 } : { page: frame };
  // The header's limit has passed already; sharp's own would count in another variant.
  const image = sharp(original, { failOn, limitInputPixels: false, ...pages });
  // libvips cannot turn animations, hence not their first frame either.
  const upright = header.pages > 1 ? image : image.autoOrient();
  if (plan.ground === undefined) return upright;
  // libvips lays grey on a colour only after it has become colour itself.
  return (header.isGrey ? upright.pipelineColourspace('srgb') : upright).flatten({ background: plan.ground });
}

function extend(image: Sharp, inner: SizePx, { outer, color }: NonNullable<Frame['ground']>): Sharp {
  const left = Math.floor((outer.widthPx - inner.widthPx) / 2);
  const top = Math.floor((outer.heightPx - inner.heightPx) / 2);
  const right = outer.widthPx - inner.widthPx - left;
  const bottom = outer.heightPx - inner.heightPx - top;
  return image.extend({ left, top, right, bottom, background: color });
}

/** A coloured ground colours a grey image. */
function isGreyOnGround({ isGrey }: Header, { ground = 'white' }: Plan): boolean {
  return isGrey && /^(white|#(..)\2\2)$/.test(ground);
}

function inColourspace(image: Sharp, isGrey: boolean): Sharp {
  return image.toColourspace(isGrey ? 'b-w' : 'srgb');
}

/**
 * Strict first. A file with only oddities, such as some cameras write, is read again with more patience. libvips reports
 * them by text only, and only the first: behind it a missing end goes unnoticed, so that is looked for.
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
  try {
    return await attempt('error');
  } catch (cause) {
    if (isOutOfMemory(cause)) throw cause;
    throw new EngineError('corrupt_image', { cause });
  }
}

/** Our trouble, not the image's. */
function isOutOfMemory(cause: unknown): boolean {
  return /out of memory|unable to allocate/i.test(String(cause));
}

function isOpaque({ data, channels }: Pixels): boolean {
  for (let alpha = channels - 1; alpha < data.length; alpha += channels) {
    if (data[alpha] !== 255) return false;
  }
  return true;
}
