import { megapixel, type Palette, type Picture, type Pixels, pixelCount } from '../picture.ts';
import { interpolate, nearLosslessQuality, type QualityTable } from '../quality.ts';
import { sharp } from '../sharp.ts';
import { worstTileError } from '../tile-error.ts';
import type { Plan } from './plan.ts';

/** libimagequant's quality, which decides how many of the 256 colours are used. */
const paletteQuality: QualityTable = [
  [10, 30],
  [30, 50],
  [50, 70],
  [70, 80],
  [85, 90],
  [95, 100],
];
const paletteDither: QualityTable = [
  [50, 0],
  [70, 0.5],
  [85, 1],
];
/** The worst tile may be off by this much (root mean square, of 255): banding in a photo is far above, flat colours below. */
const allowedError: QualityTable = [
  [10, 14],
  [30, 10],
  [50, 7],
  [70, 5],
  [85, 3.5],
  [95, 1],
  [100, 0],
];

/** Above, the search for colours takes longer than anybody waits. */
const maxQuantisedPixels = 24 * megapixel;

/**
 * Adds the picture in at most 256 colours, for PNG and lossless WebP: where it is drawn and keeps the look asked for,
 * and for every picture of which a PNG was asked for below near-lossless quality, since PNG has no other way to lose.
 */
export async function quantise(picture: Picture, plan: Plan): Promise<Picture> {
  const isAskedFor = plan.format === 'png';
  const isUseful = isAskedFor || (picture.kind === 'graphic' && plan.format !== 'jpeg');
  const { pixels } = picture;
  if (!isUseful || !pixels || pixelCount(picture) > maxQuantisedPixels) return picture;

  const png = await picture
    .open()
    .png({
      palette: true,
      quality: Math.round(interpolate(paletteQuality, plan.quality)),
      dither: picture.kind === 'photo' ? 1 : interpolate(paletteDither, plan.quality),
      effort: effortFor(picture),
      compressionLevel: 9,
    })
    .toBuffer();
  const palette: Palette = { png, open: () => sharp(png) };
  if (isAskedFor && plan.quality < nearLosslessQuality) return { ...picture, palette };
  const error = worstTileError(pixels, await readLike(pixels, palette));
  return error <= interpolate(allowedError, plan.quality) ? { ...picture, palette } : picture;
}

/** libimagequant's speed: 7 finds a better palette, 4 takes half the time on a photo. */
function effortFor(picture: Picture): number {
  if (pixelCount(picture) > 12 * megapixel) return 1;
  return picture.kind === 'graphic' && pixelCount(picture) <= 4 * megapixel ? 7 : 4;
}

async function readLike(pixels: Pixels, palette: Palette): Promise<Pixels> {
  const image = palette.open();
  const alike = pixels.channels === 4 ? image.ensureAlpha() : image.removeAlpha();
  const data = await alike
    .toColourspace(pixels.channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer();
  return { ...pixels, data };
}
