import type { Sharp } from 'sharp';
import { gainMapEnd, isHdrJpeg, readGainMap } from '../hdr/gain-map.ts';
import type { Image } from '../image.ts';
import { tagJpeg } from '../preserve/tag-jpeg.ts';
import { jpegExtras, stripJpeg } from '../strip/jpeg.ts';
import { readSegments, withoutStrayBytes } from '../strip/jpeg-segments.ts';
import type { Input, Output } from './codec.ts';
import { jpegSourceQuality } from './jpeg-source-quality.ts';
import type { EncodeOptions, LossyVariant } from './variant.ts';

export const format = 'jpeg';

export const input: Input = {
  format,
  repair: withoutStrayBytes,
  strip: stripJpeg,
  extras: (file) => jpegExtras(file, gainMapEnd(file)),
  isHdr: isHdrJpeg,
  gainMap: readGainMap,
  isWhole: (file) => readSegments(file) !== undefined,
  jpegQuality: jpegSourceQuality,
};

const halvedChroma: LossyVariant = {
  type: 'lossy',
  encoding: 'jpeg 4:2:0',
  // Use chroma subsampling only for photos, because it is visible at the sharp colored edges of drawings.
  suits: ({ kind }) => kind === 'photo',
  usualScores: [
    [8, 0],
    [22, 30],
    [39, 50],
    [52, 60],
    [69, 70],
    [86, 80],
    [95, 87],
    [100, 90],
  ],
  maxEncoderQuality,
  encode: (image, encoderQuality, options) => write(image, encoderQuality, '4:2:0', options),
};

const wholeChroma: LossyVariant = {
  type: 'lossy',
  encoding: 'jpeg 4:4:4',
  // For photographs, full chroma is useful only near lossless quality. At lower qualities, it only makes files a sixth
  // larger.
  suits: () => true,
  usualScores: [
    [6, 0],
    [20, 30],
    [37, 50],
    [50, 60],
    [66, 70],
    [83, 80],
    [93, 87],
    [100, 95],
  ],
  maxEncoderQuality,
  encode: (image, encoderQuality, options) => write(image, encoderQuality, '4:4:4', options),
};

export const output: Output = {
  format,
  /** libjpeg's limit on the width and height (`JPEG_MAX_DIMENSION`). */
  maxSidePx: 65_500,
  maxPixels: Infinity,
  keepsAlpha: false,
  keepsAnimation: false,
  suits: (image) => image.kind === 'photo' && !image.hasAlpha && image.pages === 1,
  variants: [halvedChroma, wholeChroma],
  tag: tagJpeg,
};

/**
 * Returns the maximum encoder quality. For a JPEG original, it is the original's quality, because a higher quality
 * would only add bytes.
 */
function maxEncoderQuality({ jpegQuality = 100 }: Image): number {
  return jpegQuality;
}

/**
 * Writes a progressive JPEG with mozjpeg's trellis quantization. Fast effort omits trellis quantization, which
 * reduces the time to a quarter.
 */
function write(image: Sharp, quality: number, chromaSubsampling: string, { effort }: EncodeOptions) {
  const thorough = { mozjpeg: true };
  const fast = { progressive: true, quantisationTable: 3 };
  return image.jpeg({ quality, chromaSubsampling, ...(effort === 'fast' ? fast : thorough) }).toBuffer();
}
