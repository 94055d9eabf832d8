import type { Sharp } from 'sharp';
import { type Image, megapixel, pixelCount } from '../image.ts';
import { tagWebp } from '../preserve/tag-webp.ts';
import { type Curve, interpolate } from '../quality.ts';
import { isIcon } from '../small-images.ts';
import { stripWebp, webpExtras } from '../strip/webp.ts';
import type { Input, Output } from './codec.ts';
import type { EncodeOptions, ExactVariant, LossyVariant } from './variant.ts';

export const format = 'webp';

/**
 * Maximum number of pixels for the highest effort, which takes 165 milliseconds per megapixel and saves only 3 % of the
 * bytes.
 */
const maxHighestPixels = megapixel;
/** Maximum number of pixels for lossless encoding at full effort. */
const maxThoroughPixels = 6 * megapixel;
/** Maximum number of pixels for a second lossless encoding at a higher effort. */
const maxRepeatedPixels = 0.1 * megapixel;
/**
 * Maximum number of pixels for which `auto` tries lossy WebP on photos. For larger photos, lossy WebP is too slow for
 * the bytes it saves.
 */
const maxPhotoPixels = 24 * megapixel;
/** Highest score that lossy WebP can reach. */
const lossyScore = 92;
/** Lowest target score at which sharp chroma subsampling is worth twice the encoding time. */
const sharpChromaScore = 85;

export const input: Input = {
  format,
  strip: stripWebp,
  extras: webpExtras,
};

const palette: ExactVariant = {
  type: 'exact',
  encoding: 'webp palette',
  isOfPalette: true,
  suits: (image) => image.palette !== undefined,
  encode: (image, { effort, pixels }) => {
    const open = () => (image.palette ?? image).open();
    if (effort === 'fast') return open().webp({ lossless: true, effort: 1 }).toBuffer();
    if (pixels <= maxRepeatedPixels) return smallestLossless(open);
    return pixels <= maxThoroughPixels
      ? writeLossless(open(), 4)
      : open().webp({ lossless: true, effort: 2 }).toBuffer();
  },
};

/**
 * Encodes losslessly at efforts 4 and 5 and returns the smaller file. Measured on 36 graphics: effort 5 saves 6 to 25 %
 * for 6 of them and 2 to 4 % for 5 others, and changes the size of the rest by less than 1 %. It takes 2 to 41 times as
 * long as effort 4. Effort 6 takes 4 to 15 times as long as effort 5 and saves more than 1 % for only 4 graphics.
 */
async function smallestLossless(open: () => Sharp): Promise<Buffer> {
  const usual = await writeLossless(open(), 4);
  const slow = await writeLossless(open(), 5);
  return slow.length < usual.length ? slow : usual;
}

/** Encodes losslessly at quality 100, which saves 1 to 8 % but takes twice the time. */
const writeLossless = (image: Sharp, effort: number): Promise<Buffer> =>
  image.webp({ lossless: true, effort, quality: 100 }).toBuffer();

const lossless: ExactVariant = {
  type: 'exact',
  encoding: 'webp lossless',
  isOfPalette: false,
  suits: (image, targetScore) => image.kind === 'graphic' || targetScore > lossyScore || isIcon(image),
  encode: (image, options) =>
    isIcon(image) && image.palette && options.effort === 'thorough'
      ? smallestLossless(image.open)
      : image
          .open()
          .webp({ lossless: true, effort: losslessEffort(options) })
          .toBuffer(),
};

/**
 * Score below which the encoder's photo preset makes photographs 1 to 3 % smaller. At higher scores, the preset makes
 * them larger.
 */
const photoPresetScore = 75;

/**
 * Score difference in points between a finished file and a trial encoding at the same quality. The finished file scores
 * higher, because it is encoded with a higher effort. Measured on 31 photographs.
 */
const effortPoints: Curve = [
  [50, 0],
  [61, 0.4],
  [70, 1],
];
/**
 * Ratio of the finished file's size to the trial encoding's size, measured on the same 31 photographs as
 * `effortPoints`.
 */
const effortBytes = { highest: 0.9, high: 0.93 };

/**
 * Returns whether to try only sharp chroma subsampling, which doubles the encoding time. Otherwise, sharp subsampling
 * is tried only if plain subsampling misses the score.
 */
const takesSharpChroma = ({ kind }: Pick<Image, 'kind'>, targetScore: number) =>
  kind === 'graphic' || targetScore >= sharpChromaScore;

const plainChroma: LossyVariant = {
  type: 'lossy',
  encoding: 'webp lossy',
  suits: (image, targetScore) => !takesSharpChroma(image, targetScore),
  usualScores: [
    [1, 15],
    [12, 38],
    [34, 50],
    [55, 61],
    [77, 70.5],
    [88, 80],
    [95, 87],
    [100, 92],
  ],
  maxEncoderQuality: () => 100,
  // Trials use effort 2. At effort 3 and above, seams between tiles make the encoder's filter blur the whole image.
  trial: {
    points: (score) => interpolate(effortPoints, score),
    bytes: (options) => (takesHighest(options) ? effortBytes.highest : effortBytes.high),
    needsWhole: false,
    most: 3,
  },
  encode: (image, quality, options) => writeLossy(image, quality, false, options),
};

/**
 * Variant that subsamples chroma but keeps edges between saturated colors sharp, so that fewer bytes are needed to
 * reach the score.
 */
const sharpChroma: LossyVariant = {
  ...plainChroma,
  suits: () => true,
  encode: (image, quality, options) => writeLossy(image, quality, options.effort !== 'fast', options),
};

/**
 * Alpha quality at which the encoder keeps 16 levels of alpha. Below it, every 5 steps cost one level, down to 2. Above
 * it, each step adds 8 levels, which can quadruple the size of the alpha channel.
 */
const maxAlphaQuality = 70;

/**
 * Variant with 16 levels of alpha, and fewer at the lowest encoder qualities. It does not use sharp chroma subsampling,
 * which can triple the number of bytes in transparent areas.
 */
const lossyAlpha: LossyVariant = {
  ...plainChroma,
  encode: (image, quality, options) =>
    writeLossy(image, quality, false, options, Math.min(maxAlphaQuality, (quality - 1) * 4)),
};

export const output: Output = {
  format,
  maxSidePx: 16_383,
  maxPixels: Infinity,
  /** Larger images would need more than 1.4 GB per process: 13 MB per megapixel, plus 0.4 GB for other steps. */
  maxPixelsWithAlpha: 80 * megapixel,
  keepsAlpha: true,
  keepsAnimation: true,
  suits: (image: Image) => {
    const isSlow = image.kind === 'photo' && pixelCount(image) > maxPhotoPixels;
    return !isSlow || image.hasAlpha || image.pages > 1;
  },
  variants: [palette, plainChroma, sharpChroma, lossless],
  lossyAlpha,
  tag: tagWebp,
};

/**
 * Encodes lossy WebP. Measured milliseconds per megapixel by effort: 2: 40, 4: 81, 5: 90. Sharp chroma subsampling
 * doubles the time.
 */
function writeLossy(
  image: Sharp,
  quality: number,
  smartSubsample: boolean,
  options: EncodeOptions,
  alphaQuality = 100,
): Promise<Buffer> {
  const { kind, targetScore } = options;
  const effort = lossyEffort(options);
  const preset = kind === 'photo' && targetScore < photoPresetScore ? 'photo' : 'default';
  return image.webp({ quality, alphaQuality, effort, smartSubsample, preset }).toBuffer();
}

function lossyEffort(options: EncodeOptions): number {
  const { effort, pixels, isTrial } = options;
  if (effort === 'fast' || isTrial || pixels > maxPhotoPixels) return 2;
  return takesHighest(options) ? 6 : 5;
}

/**
 * Returns whether to use the highest effort. Returns false for soft alpha, which would take ten times as long, and for
 * animations, which would take thirty times as long.
 */
function takesHighest({ pixels, hasAlpha, isAnimated }: EncodeOptions): boolean {
  return pixels <= maxHighestPixels && !hasAlpha && !isAnimated;
}

/** Returns the effort for lossless encoding without a palette. Efforts 0, 1, 2 take 30, 500, 800 ms per megapixel. */
function losslessEffort({ effort, pixels }: EncodeOptions): number {
  if (effort === 'fast' || pixels > 6 * megapixel) return 0;
  return pixels > 2 * megapixel ? 1 : 2;
}
