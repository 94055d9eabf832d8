import type { Resize, ResizeFit } from '@gossamer/contracts/settings';
import { megapixel } from './image.ts';

export type SizePx = { widthPx: number; heightPx: number };

/** The only place where `maintainAspect` counts. With one side only there is nothing to distort or to cut. */
function fitted({ widthPx, heightPx, maintainAspect, fit }: Resize): SizePx & { fit: ResizeFit } {
  if (widthPx === undefined || heightPx === undefined) {
    return { fit: 'inside', widthPx: widthPx ?? Infinity, heightPx: heightPx ?? Infinity };
  }
  return { fit: fit ?? (maintainAspect ? 'inside' : 'fill'), widthPx, heightPx };
}

/** The size asked for, in whole pixels of the upright image; nothing is ever enlarged. */
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

/** Where a side is too short, the largest that has the shape asked for. */
function cutSize(from: SizePx, asked: SizePx): SizePx {
  return scaled(asked, Math.min(1, ...ratios(from, asked)));
}

/** How many times a size's sides are another's. */
function ratios(one: SizePx, other: SizePx): [number, number] {
  return [one.widthPx / other.widthPx, one.heightPx / other.heightPx];
}

function scaled({ widthPx, heightPx }: SizePx, scale: number): SizePx {
  return {
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  };
}

/** Whether the target shows a part of the image only, as far as its ground does not say otherwise. */
export function isCut(resize: Resize): boolean {
  const { fit } = fitted(resize);
  return fit === 'cover' || fit === 'thumb';
}

/** A plain ground costs nothing to send and much to make: larger ones are cut like any other. */
const maxExtendedPixels = 16 * megapixel;

/** A whole image on a ground of the shape asked for. */
export type Extended = { inner: SizePx; outer: SizePx };

/**
 * What `thumb` gives where the ground is plain: the image within the size asked for, which shrinks around an image that
 * is smaller on both sides. Undefined for other fits, and where it would be too large.
 */
export function extendedSize(from: SizePx, resize: Resize): Extended | undefined {
  const { fit, ...asked } = fitted(resize);
  if (fit !== 'thumb') return undefined;
  const inner = sizes.inside(from, asked);
  const outer = scaled(asked, Math.min(1, Math.max(...ratios(from, asked))));
  const isHeld = outer.widthPx * outer.heightPx <= maxExtendedPixels;
  return isHeld ? { inner: atMost(inner, outer), outer } : undefined;
}

/** Rounding can make the inner one a pixel too large. */
function atMost(inner: SizePx, outer: SizePx): SizePx {
  return {
    widthPx: Math.min(inner.widthPx, outer.widthPx),
    heightPx: Math.min(inner.heightPx, outer.heightPx),
  };
}

/** The largest part of an image that has a size's shape. */
export function largestPart(from: SizePx, shape: SizePx): SizePx {
  const part = scaled(shape, Math.min(...ratios(from, shape)));
  return atMost(part, from);
}
