import { losslessCompressPng } from '@napi-rs/image';
import { megapixel, type Picture } from '../picture.ts';
import { tagPng } from '../preserve/tag-png.ts';
import { isHdrPng, pngExtras, stripPng } from '../strip/png.ts';
import { withHeaderFirst } from '../strip/png-chunks.ts';
import type { Input, Output } from './codec.ts';
import type { EncodeOptions, ExactWay } from './way.ts';

export const format = 'png';

/** Above, oxipng's last few per cent take longer than they are worth (0.2 to 0.5 s a megapixel). */
const maxOptimisedPixels = 2 * megapixel;
/** Above, the same holds for zlib's highest level. */
const maxThoroughPixels = 4 * megapixel;

export const input: Input = {
  format,
  repair: withHeaderFirst,
  strip: stripPng,
  extras: pngExtras,
  isHdr: isHdrPng,
};

const palette: ExactWay = {
  type: 'exact',
  encoding: 'png palette',
  isOfPalette: true,
  suits: (picture) => picture.palette !== undefined,
  encode: async (picture, options) =>
    picture.palette ? optimise(picture.palette.png, options) : writeLossless(picture, options),
};

const lossless: ExactWay = {
  type: 'exact',
  encoding: 'png lossless',
  isOfPalette: false,
  // Beside a palette, too: what repeats itself takes less without.
  suits: () => true,
  encode: async (picture, options) => optimise(await writeLossless(picture, options), options),
};

export const output: Output = {
  format,
  maxSidePx: Infinity,
  maxPixels: Infinity,
  keepsAlpha: true,
  keepsAnimation: false,
  // Without a palette lossless WebP is the smaller.
  suits: ({ palette }: Picture) => palette !== undefined,
  ways: [palette, lossless],
  tag: tagPng,
};

/** Row filters help where neighbours are similar, as in photos, and hurt where they are equal. */
function writeLossless(picture: Picture, { pixels, pace }: EncodeOptions): Promise<Buffer> {
  const adaptiveFiltering = picture.kind === 'photo';
  const isHurried = pace === 'fast' || pixels > maxThoroughPixels;
  const hurriedLevel = adaptiveFiltering ? 3 : 6;
  return picture
    .open()
    .png({ adaptiveFiltering, compressionLevel: isHurried ? hurriedLevel : 9 })
    .toBuffer();
}

/** The same pixels in fewer bytes, by oxipng. */
async function optimise(png: Buffer, { pixels, pace, isOnlyFormat }: EncodeOptions): Promise<Buffer> {
  if (pace === 'fast' || !isOnlyFormat || pixels > maxOptimisedPixels) return png;
  return losslessCompressPng(png);
}
