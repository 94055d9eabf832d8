import { losslessCompressPng } from '#optimizers';
import { type Image, megapixel } from '../image.ts';
import { tagPng } from '../preserve/tag-png.ts';
import { isHdrPng, pngExtras, stripPng } from '../strip/png.ts';
import { withHeaderFirst } from '../strip/png-chunks.ts';
import type { Input, Output } from './codec.ts';
import type { EncodeOptions, ExactVariant } from './variant.ts';

export const format = 'png';

/**
 * Maximum number of pixels for oxipng. For larger images, the savings of a few percent do not justify 0.2 to 0.5 s per
 * megapixel.
 */
const maxOptimizedPixels = 2 * megapixel;
/** Maximum number of pixels for zlib's highest compression level, which is too slow for larger images. */
const maxThoroughPixels = 4 * megapixel;

export const input: Input = {
  format,
  repair: withHeaderFirst,
  strip: stripPng,
  extras: pngExtras,
  isHdr: isHdrPng,
};

const palette: ExactVariant = {
  type: 'exact',
  encoding: 'png palette',
  isOfPalette: true,
  suits: (image) => image.palette !== undefined,
  encode: async (image, options) =>
    image.palette ? optimize(image.palette.png, options) : writeLossless(image, options),
};

const lossless: ExactVariant = {
  type: 'exact',
  encoding: 'png lossless',
  isOfPalette: false,
  // Try lossless PNG even if the image has a palette, because repetitive images can be smaller without a palette.
  suits: () => true,
  encode: async (image, options) => optimize(await writeLossless(image, options), options),
};

export const output: Output = {
  format,
  maxSidePx: Infinity,
  maxPixels: Infinity,
  keepsAlpha: true,
  keepsAnimation: false,
  // PNG is a candidate only if the image has a palette. Otherwise, lossless WebP is smaller.
  suits: ({ palette }: Image) => palette !== undefined,
  variants: [palette, lossless],
  tag: tagPng,
};

/**
 * Writes a lossless PNG. Row filters are used for photos, whose neighboring pixels are similar, but not for areas of
 * identical pixels.
 */
function writeLossless(image: Image, { pixels, effort }: EncodeOptions): Promise<Buffer> {
  const adaptiveFiltering = image.kind === 'photo';
  const isHurried = effort === 'fast' || pixels > maxThoroughPixels;
  const hurriedLevel = adaptiveFiltering ? 3 : 6;
  return image
    .open()
    .png({ adaptiveFiltering, compressionLevel: isHurried ? hurriedLevel : 9 })
    .toBuffer();
}

/** Losslessly optimizes a PNG with oxipng. */
async function optimize(png: Buffer, { pixels, effort, isOnlyFormat }: EncodeOptions): Promise<Buffer> {
  if (effort === 'fast' || !isOnlyFormat || pixels > maxOptimizedPixels) return png;
  return losslessCompressPng(png);
}
