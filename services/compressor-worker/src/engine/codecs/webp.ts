import { megapixel, type Picture, pixelCount } from '../picture.ts';
import { interpolate, nearLosslessQuality, type QualityTable } from '../quality.ts';
import { smallest } from './codec.ts';

export { stripWebp as strip } from '../strip/webp.ts';

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
      // Sharper coloured edges for more time: worth it for drawings and at the top.
      smartSubsample: picture.kind === 'graphic' || quality >= nearLosslessQuality,
    })
    .toBuffer();
}

/** Of the palette, where there is one: that is always the smaller. */
async function encodeLossless(picture: Picture): Promise<Buffer> {
  const effort = pixelCount(picture) > 4 * megapixel ? 2 : 4;
  const image = picture.palette ? picture.palette.open() : picture.open();
  return image.webp({ lossless: true, effort }).toBuffer();
}
