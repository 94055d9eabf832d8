import type { Resize, ResizeFit } from '@gossamer/contracts/settings';
import { megapixel } from './image.ts';

export type SizePx = { widthPx: number; heightPx: number };

/**
 * Resolves the options `maintainAspect` and `fit`. If only width or height is given, the image is neither distorted nor
 * cropped.
 */
function fitted({ widthPx, heightPx, maintainAspect, fit }: Resize): SizePx & { fit: ResizeFit } {
  if (widthPx === undefined || heightPx === undefined) {
    return { fit: 'inside', widthPx: widthPx ?? Infinity, heightPx: heightPx ?? Infinity };
  }
  return { fit: fit ?? (maintainAspect ? 'inside' : 'fill'), widthPx, heightPx };
}

/** Returns the requested size of the upright image in whole pixels. Images are never enlarged. */
export function targetSize(from: SizePx, resize: Resize): SizePx {
  if (resize.percent !== undefined) return scaled(from, resize.percent / 100);
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

/** Returns the requested size, or the largest size with the requested aspect ratio if the image is too small. */
function cutSize(from: SizePx, asked: SizePx): SizePx {
  return scaled(asked, Math.min(1, ...ratios(from, asked)));
}

/** Returns the ratio of the widths and the ratio of the heights of two images. */
function ratios(one: SizePx, other: SizePx): [number, number] {
  return [one.widthPx / other.widthPx, one.heightPx / other.heightPx];
}

function scaled({ widthPx, heightPx }: SizePx, scale: number): SizePx {
  return {
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  };
}

/** Returns whether the settings require cropping. With `thumb`, an image with a plain background is padded instead. */
export function isCut(resize: Resize): boolean {
  const { fit } = fitted(resize);
  return fit === 'cover' || fit === 'thumb';
}

/**
 * Maximum number of pixels of a padded image. Above it, the image is cropped instead, because encoding takes a lot of
 * time even if most of the image is plain padding.
 */
const maxExtendedPixels = 16 * megapixel;

/** Sizes for padding: that of the whole image, and that of the padded result with the requested aspect ratio. */
export type Extended = { inner: SizePx; outer: SizePx };

/**
 * Returns the sizes for the fit `thumb` on a plain background: the image is padded to the requested size, which is
 * reduced if the image is smaller on both sides. Returns undefined for other fits and if the result would be too large.
 */
export function extendedSize(from: SizePx, resize: Resize): Extended | undefined {
  const { fit, ...asked } = fitted(resize);
  if (fit !== 'thumb') return undefined;
  const inner = sizes.inside(from, asked);
  const outer = scaled(asked, Math.min(1, Math.max(...ratios(from, asked))));
  const isHeld = outer.widthPx * outer.heightPx <= maxExtendedPixels;
  return isHeld ? { inner: atMost(inner, outer), outer } : undefined;
}

/** Limits `inner` to the size of `outer`, which rounding can exceed by one pixel. */
function atMost(inner: SizePx, outer: SizePx): SizePx {
  return {
    widthPx: Math.min(inner.widthPx, outer.widthPx),
    heightPx: Math.min(inner.heightPx, outer.heightPx),
  };
}

/** Returns the size of the largest region with the given aspect ratio that fits into an image. */
export function largestPart(from: SizePx, shape: SizePx): SizePx {
  const part = scaled(shape, Math.min(...ratios(from, shape)));
  return atMost(part, from);
}
