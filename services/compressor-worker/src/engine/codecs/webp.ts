import { megapixel, type Picture, pixelCount } from '../picture.ts';
import { interpolate, nearLosslessQuality, type QualityTable } from '../quality.ts';
import { stripWebp } from '../strip/webp.ts';
import { smallest } from './codec.ts';

export const strip = stripWebp;
export const format = 'webp';
export const maxSidePx = 16_383;
export const keepsAlpha = true;
export const keepsAnimation = true;

/** libwebp's quality with the same look as the user's number: measured with SSIMULACRA2 on photographs. */
const webpQuality: QualityTable = [
  [10, 12],
  [30, 34],
  [50, 55],
  [70, 77],
  [85, 88],
  [95, 95],
  [100, 100],
];

/** Above, `auto` leaves photos to JPEG: lossy WebP takes too long there for what it saves. */
const maxPhotoPixels = 24 * megapixel;

export function recognises(file: Uint8Array): boolean {
  const text = Buffer.from(file.subarray(0, 12)).toString('latin1');
  return text.startsWith('RIFF') && text.endsWith('WEBP');
}

/** Not told by the file. */
export function sourceQuality(): undefined {
  return undefined;
}

export function suits(picture: Picture): boolean {
  const isSlow = picture.kind === 'photo' && pixelCount(picture) > maxPhotoPixels;
  return !isSlow || picture.hasAlpha || picture.pages > 1;
}

/** Lossy for photos; for drawn pictures the smallest of lossy, lossless, and lossless in few colours. */
export async function encode(picture: Picture, quality: number): Promise<Buffer> {
  if (picture.kind === 'photo') return encodeLossy(picture, quality);
  const encodings = [await encodeLossless(picture)];
  if (quality < nearLosslessQuality) encodings.push(await encodeLossy(picture, quality));
  return smallest(encodings);
}

async function encodeLossy(picture: Picture, quality: number): Promise<Buffer> {
  return picture
    .open()
    .webp({
      quality: Math.round(interpolate(webpQuality, quality)),
      effort: pixelCount(picture) > maxPhotoPixels ? 2 : 4,
      // Sharper coloured edges for two to four times the time.
      smartSubsample: quality >= nearLosslessQuality,
    })
    .toBuffer();
}

/** Of the palette, where there is one: that is always the smaller. */
async function encodeLossless(picture: Picture): Promise<Buffer> {
  if (picture.palette) return picture.palette.open().webp({ lossless: true, effort: 2 }).toBuffer();
  // Without a palette each step of effort is dear: 30, 500 and 800 ms a megapixel.
  const effort = [2, 1, 0][[2, 6].filter((limit) => pixelCount(picture) > limit * megapixel).length];
  return picture.open().webp({ lossless: true, effort }).toBuffer();
}
