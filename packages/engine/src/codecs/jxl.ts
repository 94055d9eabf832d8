import { formatMaxPixels } from '@gossamer/contracts/limits';
import type { Sharp } from 'sharp';
import { megapixel } from '../image.ts';
import { encodeJxl } from '../jxl/codec.ts';
import { tagJxl } from '../preserve/tag-jxl.ts';
import { type Curve, interpolate } from '../quality.ts';
import type { Input, Output } from './codec.ts';
import type { EncodeOptions, ExactVariant, LossyVariant } from './variant.ts';

/**
 * JPEG XL is written only if requested, because some programs cannot display it yet. It is read only to restore the JPEG
 * in an archive (`../archive/`).
 */
export const format = 'jxl';

/**
 * Score difference in points between effort 5 and effort 3 at the same quality, by the score at effort 3. Measured on 14
 * photographs.
 */
const effortPoints: Curve = [
  [40, -6],
  [54, -3.9],
  [60, -2.3],
  [68, 0.2],
  [75, 0.5],
  [80, 1.2],
  [86, 0.3],
  [92, 0.5],
];

/** Ratio of the bytes at effort 5 to those at effort 3 at the same quality, by the target score. */
const effortBytes: Curve = [
  [58, 0.85],
  [68, 0.85],
  [75, 0.89],
  [81, 0.95],
  [86, 0.92],
  [90, 1.04],
  [94, 1.1],
];

const lossy: LossyVariant = {
  type: 'lossy',
  encoding: 'jxl lossy',
  suits: () => true,
  usualScores: [
    [6, 0],
    [20, 32],
    [35, 50],
    [50, 57.5],
    [65, 68],
    [75, 75],
    [83, 81],
    [89, 86],
    [94, 90.5],
    [97, 93.4],
    [99, 95.6],
    [100, 96.5],
  ],
  maxEncoderQuality: () => 100,
  trial: {
    points: (score, options) => (finalEffort(options) === trialEffort ? 0 : interpolate(effortPoints, score)),
    bytes: (options) =>
      finalEffort(options) === trialEffort ? 1 : interpolate(effortBytes, options.targetScore),
    needsWhole: false,
    most: 3,
  },
  encode: write,
};

const lossless: ExactVariant = {
  type: 'exact',
  encoding: 'jxl lossless',
  isOfPalette: false,
  suits: ({ kind }) => kind === 'graphic',
  encode: (image, { effort, gamut }) =>
    encodeJxl(image.open(), { effort: effort === 'fast' ? 1 : 5, lossless: true, gamut }),
};

/** The original is never returned as the result, because a JPEG XL file is read only to restore the JPEG in it. */
export const input: Input = { format, strip: () => undefined };

export const output: Output = {
  format,
  /** Limit on the width and height in libvips. JPEG XL itself allows up to 2^30 pixels. */
  maxSidePx: 100_000,
  maxPixels: formatMaxPixels.jxl,
  keepsAlpha: true,
  keepsAnimation: false,
  suits: () => false,
  variants: [lossless, lossy],
  tag: tagJxl,
};

const trialEffort = 3;

/** Maximum number of pixels for effort 5, which is too slow for larger images. */
const maxThoroughPixels = 6 * megapixel;

/** Effort 5 takes 12 to 16 % fewer bytes than effort 3 at the same score, and five times as long. */
function finalEffort({ effort, pixels }: EncodeOptions): number {
  return effort === 'thorough' && pixels <= maxThoroughPixels ? 5 : trialEffort;
}

/** Encodes JPEG XL at the distance that libjxl uses for a quality (`JxlEncoderDistanceFromQuality`). */
function write(image: Sharp, quality: number, options: EncodeOptions): Promise<Buffer> {
  const effort = options.isTrial ? trialEffort : finalEffort(options);
  return encodeJxl(image, { effort, distance: distanceOf(quality), gamut: options.gamut });
}

function distanceOf(quality: number): number {
  return quality >= 30
    ? 0.1 + (100 - quality) * 0.09
    : (53 / 3_000) * quality ** 2 - (23 / 20) * quality + 25;
}
