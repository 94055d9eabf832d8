import type { FailOnOptions, Sharp } from 'sharp';
import { inputOf } from '../codecs/registry.ts';
import { EngineError } from '../errors.ts';
import { applyFilter, isGreyAfter } from '../filters.ts';
import { type Header, maxHeldPixels, type Picture, type Pixels, pixelCount } from '../picture.ts';
import { sharp } from '../sharp.ts';
import { readPixels } from '../tiles.ts';
import type { Plan } from './plan.ts';

/** Messages of the decoders that mean lost pixels. Bytes too many before the end marker (0xd9) lose none. */
const lostPixels = /premature end|bad Huffman|instead of RST|extraneous bytes before marker 0x(?!d9)/;

export type Decoded = Omit<Picture, 'kind' | 'palette'>;

/**
 * The picture upright, in the size and with the filter asked for, as 8-bit sRGB or grey without metadata.
 * Resizing happens while decoding, so that a JPEG is read at a fraction of its size.
 * @throws EngineError `corrupt_image`, `unsupported_format`
 */
export async function decode(original: Uint8Array, header: Header, plan: Plan): Promise<Decoded> {
  const { foreign } = inputOf(header.format);
  return decodeReadable(foreign ? await foreign.decode(original) : original, header, plan);
}

async function decodeReadable(original: Uint8Array, header: Header, plan: Plan): Promise<Decoded> {
  const isGrey = isGreyAfter(plan.filter, header.isGrey);
  const mayHaveAlpha = header.hasAlpha && !plan.isFlattened;
  const isWhole = () => inputOf(header.format).isWhole?.(original) ?? true;
  const isAsItCame = !plan.isResized && plan.filter === 'none';
  const facts = {
    ...{ widthPx: plan.widthPx, heightPx: plan.heightPx, pages: plan.pages },
    jpegQuality: isAsItCame ? header.jpegQuality : undefined,
  };
  if (plan.pages > 1 || pixelCount(plan) > maxHeldPixels) {
    const failOn = await firstThatDecodes(isWhole, async (level) => {
      await prepare(original, header, plan, level).resize(64, 64, { fit: 'fill' }).raw().toBuffer();
      return level;
    });
    const open = () => inColourspace(prepare(original, header, plan, failOn), isGrey);
    const openStill = () => inColourspace(prepare(original, header, { ...plan, pages: 1 }, failOn), isGrey);
    return { ...facts, hasAlpha: mayHaveAlpha, open, openStill };
  }
  // sharp's raw output knows grey only without alpha.
  const isRawGrey = isGrey && !mayHaveAlpha;
  const pixels = await firstThatDecodes(isWhole, (failOn) =>
    readPixels(inColourspace(prepare(original, header, plan, failOn), isRawGrey)),
  );
  const hasAlpha = mayHaveAlpha && !isOpaque(pixels);
  const raw = { width: pixels.widthPx, height: pixels.heightPx, channels: pixels.channels };
  const open = () => {
    const image = inColourspace(sharp(pixels.data, { raw, limitInputPixels: false }), isGrey);
    return mayHaveAlpha && !hasAlpha ? image.removeAlpha() : image;
  };
  return { ...facts, hasAlpha, open, openStill: open, pixels };
}

function prepare(original: Uint8Array, header: Header, plan: Plan, failOn: FailOnOptions): Sharp {
  // The header's limit has passed already; sharp's own would count in another way.
  const image = sharp(original, { failOn, limitInputPixels: false, animated: plan.pages > 1 });
  // libvips cannot turn animations, hence not their first frame either.
  const upright = header.pages > 1 ? image : image.autoOrient();
  const resized = plan.isResized ? upright.resize(plan.widthPx, plan.heightPx, { fit: 'fill' }) : upright;
  const opaque = plan.isFlattened ? resized.flatten({ background: 'white' }) : resized;
  return applyFilter(opaque, plan.filter);
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

/** Our trouble, not the picture's. */
function isOutOfMemory(cause: unknown): boolean {
  return /out of memory|unable to allocate/i.test(String(cause));
}

function isOpaque({ data, channels }: Pixels): boolean {
  for (let alpha = channels - 1; alpha < data.length; alpha += channels) {
    if (data[alpha] !== 255) return false;
  }
  return true;
}
