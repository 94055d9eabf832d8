import { type Encoded, type Image, pixelCount } from './image.ts';
import { type Curve, interpolate } from './quality.ts';

/**
 * Factors by which the measured loss (100 − score) of a small image must be multiplied, as a function of its shorter
 * side in pixels. SSIMULACRA2 compares an image at six scales, each half the size of the previous one, and omits scales
 * below 8 px. Small images lack the coarse scales, which measure hues and shapes, so the score does not include errors
 * at these scales. Measured on 15 images of about a megapixel at three WebP qualities, by comparing tiles of the given
 * size with the whole image. The factors vary by less than a tenth between qualities.
 */
const lossFactors: Curve = [
  [8, 6.5],
  [16, 3.8],
  [24, 3.2],
  [32, 2.65],
  [48, 2.15],
  [64, 1.7],
  [96, 1.45],
  [128, 1.34],
  [192, 1.21],
  [256, 1.14],
  [384, 1.06],
  [512, 1],
];

/** Returns the SSIMULACRA2 score that the image would have if it were large enough for all scales. */
export function scoreAtAllScales(score: number, size: { widthPx: number; heightPx: number }): number {
  const factor = interpolate(lossFactors, Math.min(size.widthPx, size.heightPx));
  return 100 - (100 - score) * factor;
}

/** Maximum number of pixels of an icon. Lossless icons are small and fast to encode. */
const maxIconPixels = 128 * 128;
/** Number of bytes by which a lossless icon may exceed a lossy icon: less than one network packet. */
const losslessAllowanceBytes = 300;

export function isIcon(image: Pick<Image, 'widthPx' | 'heightPx' | 'pages'>): boolean {
  return pixelCount(image) <= maxIconPixels;
}

/** Returns an icon's lossless file if it is at most slightly larger than the best file, otherwise the best file. */
export function preferLossless(
  best: Encoded,
  files: Encoded[],
  image: Parameters<typeof isIcon>[0],
): Encoded {
  if (!isIcon(image)) return best;
  const lossless = files
    .filter(({ encoding }) => encoding === 'webp lossless' || encoding === 'png lossless')
    .reduce<Encoded | undefined>(
      (one, other) => (one && one.data.length <= other.data.length ? one : other),
      undefined,
    );
  const isCheap = lossless && lossless.data.length <= best.data.length + losslessAllowanceBytes;
  return isCheap ? lossless : best;
}
