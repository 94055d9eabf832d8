import type { Resize, ResizeFit } from '@gossamer/contracts/settings';
import { megapixel } from './image.ts';

export type SizePx = { widthPx: number; heightPx: number };

/**
 * Resolves the options `maintainAspect` and `fit`. If only one side is given, the image is neither distorted nor
 * cropped.
 */
function fitted({ widthPx, heightPx, maintainAspect, fit }: Resize): SizePx & { fit: ResizeFit } {
  if (widthPx === undefined || heightPx === undefined) {
    return { fit: 'inside', widthPx: widthPx ?? Infinity, heightPx: heightPx ?? Infinity };
  }
  return { fit: fit ?? (maintainAspect ? 'inside' : 'fill'), widthPx, heightPx };
}

/** Returns the requested size in whole pixels of the upright image; images are never enlarged. */
export function targetSize(from: SizePx, resize: Resize): SizePx {
  const { fit, ...asked } = fitted(resize);
  return sizes[fit](from, asked);
}

const sizes: Record<ResizeFit, (from: SizePx, asked: SizePx) => SizePx> = {
  inside: (from, asked) => scaled(from, Math.min(1, ...ratios(asked, from))),
  fill: (from, asked) => ({
    widthPx: Math.min(asked.widthPx, from.widthPx),
    heightPx: Math.min(asked.heightPx, from.heightPx),
  }),
  cover: cutSize,
  thumb: cutSize,
};

/** Returns the requested size or, if a side of the image is too short, the largest size with the requested shape. */
function cutSize(from: SizePx, asked: SizePx): SizePx {
  return scaled(asked, Math.min(1, ...ratios(from, asked)));
}

/** Returns the ratio of the widths and the ratio of the heights of two sizes. */
function ratios(one: SizePx, other: SizePx): [number, number] {
  return [one.widthPx / other.widthPx, one.heightPx / other.heightPx];
}

function scaled({ widthPx, heightPx }: SizePx, scale: number): SizePx {
  return {
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  };
}

/** Returns whether the image is cropped, unless its plain background allows padding instead. */
export function isCut(resize: Resize): boolean {
  const { fit } = fitted(resize);
  return fit === 'cover' || fit === 'thumb';
}

/** Maximum pixels of a padded image. Plain padding takes few bytes but much time, so larger images are cropped. */
const maxExtendedPixels = 16 * megapixel;

/** Sizes for padding: of the whole image, and of the padded result with the requested shape. */
export type Extended = { inner: SizePx; outer: SizePx };

/**
 * Returns the sizes for `thumb` on a plain background: the image is padded to the requested size, which shrinks if the
 * image is smaller on both sides. Undefined for other fits and if the result would be too large.
 */
export function extendedSize(from: SizePx, resize: Resize): Extended | undefined {
  const { fit, ...asked } = fitted(resize);
  if (fit !== 'thumb') return undefined;
  const inner = sizes.inside(from, asked);
  const outer = scaled(asked, Math.min(1, Math.max(...ratios(from, asked))));
  const isHeld = outer.widthPx * outer.heightPx <= maxExtendedPixels;
  return isHeld ? { inner: atMost(inner, outer), outer } : undefined;
}

/** Limits `inner` to `outer`, because rounding can make it a pixel too large. */
function atMost(inner: SizePx, outer: SizePx): SizePx {
  return {
    widthPx: Math.min(inner.widthPx, outer.widthPx),
    heightPx: Math.min(inner.heightPx, outer.heightPx),
  };
}

/** Returns the size of an image's largest part with the given shape. */
export function largestPart(from: SizePx, shape: SizePx): SizePx {
  const part = scaled(shape, Math.min(...ratios(from, shape)));
  return atMost(part, from);
}
