import { formatMaxPixels } from '@gossamer/contracts/limits';
import type { Sharp } from 'sharp';
import { avifCodedPixels, avifRefusal, isCodedInP3, isHdrAvif } from '../avif/avif-header.ts';
import { withProfile } from '../avif/with-profile.ts';
import { megapixel } from '../image.ts';
import { tagAvif } from '../preserve/tag-avif.ts';
import { type Curve, interpolate } from '../quality.ts';
import { avifExtras, stripAvif } from '../strip/avif.ts';
import type { Input, Output } from './codec.ts';
import type { EncodeOptions, LossyVariant } from './variant.ts';

/** AVIF is written only if requested, because some programs cannot display it yet. */
export const format = 'avif';

export const input: Input = {
  format,
  refusalOf: avifRefusal,
  codedPixels: avifCodedPixels,
  strip: stripAvif,
  extras: avifExtras,
  isHdr: isHdrAvif,
  isCodedInP3,
  withProfile,
};

/**
 * Score difference in points between a finished file and a trial encoding at the same quality. The finished file scores
 * higher, because it is encoded with a higher effort. Measured on 14 photographs.
 */
const effortPoints: Curve = [
  [50, 4.5],
  [63, 4],
  [75, 2],
  [85, 0.7],
];

const halvedChroma: LossyVariant = {
  type: 'lossy',
  encoding: 'avif 4:2:0',
  // Use chroma subsampling only for photos, and not at high quality, where it costs more bytes than it saves.
  suits: ({ kind }, targetScore) => kind === 'photo' && targetScore < 80,
  usualScores: [
    [5, 0],
    [22, 30],
    [37, 50],
    [45, 60],
    [54, 70],
    [70, 80],
    [85, 87],
    [100, 91],
  ],
  maxEncoderQuality: () => 100,
  trial: { points: (score) => interpolate(effortPoints, score), bytes: () => 0.9, needsWhole: true, most: 1 },
  encode: (image, encoderQuality, options) => write(image, encoderQuality, '4:2:0', options),
};

const wholeChroma: LossyVariant = {
  ...halvedChroma,
  encoding: 'avif 4:4:4',
  suits: () => true,
  encode: (image, encoderQuality, options) => write(image, encoderQuality, '4:4:4', options),
};

export const output: Output = {
  format,
  /** Limit on the width and height in sharp's HEIF encoder. AV1 itself allows 65,536 pixels per side. */
  maxSidePx: 16_384,
  maxPixels: formatMaxPixels.avif,
  keepsAlpha: true,
  keepsAnimation: false,
  suits: () => false,
  variants: [halvedChroma, wholeChroma],
  tag: tagAvif,
};

/** Maximum number of pixels for effort 3, which is too slow for larger images. */
const maxThoroughPixels = 12 * megapixel;

/**
 * Encodes AVIF. Measured milliseconds per megapixel by effort: 0: 50, 1: 140, 2: 340, 3: 380, 4: 1,800. Effort 3 saves
 * 5 to 25 % compared with effort 2, with the largest savings on smooth images. Effort 4 saves hardly more.
 */
function write(image: Sharp, quality: number, chromaSubsampling: string, options: EncodeOptions) {
  const { effort, pixels, isTrial } = options;
  const thorough = pixels <= maxThoroughPixels ? 3 : 1;
  return image
    .avif({ quality, chromaSubsampling, effort: effort === 'fast' || isTrial ? 0 : thorough })
    .toBuffer();
}
