import { megapixel, type Palette, type Picture, type Pixels, pixelCount } from '../picture.ts';
import { interpolate, nearLosslessQuality, type QualityTable } from '../quality.ts';
import { sharp } from '../sharp.ts';
import { worstTileError } from '../tile-error.ts';
import type { Plan } from './plan.ts';

/** The worst tile may be off by this much (root mean square, of 255): banding is above, a few missing colours below. */
const allowedError: QualityTable = [
  [10, 12],
  [30, 9],
  [50, 6],
  [70, 4.5],
  [85, 3.5],
  [95, 1],
  [100, 0],
];
/** libimagequant's quality, by which it decides how many of the 256 colours to use. */
const photoPaletteQuality: QualityTable = [
  [10, 30],
  [30, 50],
  [50, 70],
  [70, 80],
  [85, 90],
];
const graphicPaletteQualities = [100, 90, 80, 60, 30];

/** Above, the search for colours takes longer than anybody waits. */
const maxQuantisedPixels = 24 * megapixel;

/**
 * Adds the picture in at most 256 colours, for PNG and lossless WebP: where it is drawn and keeps the look asked for,
 * and for every picture of which a PNG was asked for below near-lossless quality, since PNG has no other way to lose.
 */
export async function quantise(picture: Picture, plan: Plan): Promise<Picture> {
  const isLossWanted = plan.format === 'png' && plan.quality < nearLosslessQuality;
  const isUseful = picture.kind === 'photo' ? isLossWanted : plan.format !== 'jpeg';
  const { pixels } = picture;
  if (!isUseful || !pixels || pixelCount(picture) > maxQuantisedPixels) return picture;
  if (picture.kind === 'photo') {
    return {
      ...picture,
      palette: await reduceColors(picture, interpolate(photoPaletteQuality, plan.quality)),
    };
  }
  const palette = await fewestColors(picture, pixels, interpolate(allowedError, plan.quality));
  return { ...picture, palette: palette ?? (isLossWanted ? await reduceColors(picture, 100) : undefined) };
}

/**
 * The fewest colours that keep within the error; undefined where not even 256 do.
 * The same ladder at every quality makes more quality never fewer colours.
 */
async function fewestColors(picture: Picture, pixels: Pixels, allowed: number): Promise<Palette | undefined> {
  let fewest: Palette | undefined;
  for (const quality of graphicPaletteQualities) {
    const palette = await reduceColors(picture, quality);
    if (worstTileError(pixels, await readLike(pixels, palette)) > allowed) break;
    fewest = palette;
  }
  return fewest;
}

async function reduceColors(picture: Picture, quality: number): Promise<Palette> {
  const png = await picture
    .open()
    .png({
      palette: true,
      quality: Math.round(quality),
      dither: picture.kind === 'photo' ? 1 : 0.5,
      effort: effortFor(picture),
      compressionLevel: 9,
    })
    .toBuffer();
  return { png, open: () => sharp(png) };
}

/** libimagequant's effort: 7 finds a better palette, 4 takes half the time, 1 two thirds of that. */
function effortFor(picture: Picture): number {
  if (picture.kind === 'photo') return pixelCount(picture) <= 4 * megapixel ? 4 : 1;
  if (pixelCount(picture) <= 2 * megapixel) return 7;
  return pixelCount(picture) <= 12 * megapixel ? 4 : 1;
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
