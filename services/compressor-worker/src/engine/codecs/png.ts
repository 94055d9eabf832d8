import { megapixel, type Picture, type PictureKind, pixelCount } from '../picture.ts';
import { stripPng } from '../strip/png.ts';
import { smallest } from './codec.ts';

export const strip = stripPng;
export const format = 'png';
export const maxSidePx = Infinity;
export const keepsAlpha = true;
export const keepsAnimation = false;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function recognises(file: Uint8Array): boolean {
  return signature.every((byte, index) => file[index] === byte);
}

/** Lossless. */
export function sourceQuality(): undefined {
  return undefined;
}

export function suits(picture: Picture): boolean {
  return picture.kind === 'graphic' && picture.pages === 1;
}

/** Above, time counts more than the last few per cent. */
const maxThoroughPixels = 4 * megapixel;

/** The palette that fits the quality, or lossless where none does or where that is smaller. */
export async function encode(picture: Picture): Promise<Buffer> {
  const { palette, kind } = picture;
  const isLarge = pixelCount(picture) > maxThoroughPixels;
  // All colours of a large photo never take less than 256 of them, but long.
  if (palette && isLarge && kind === 'photo') return palette.png;
  const lossless = await picture.open().png(losslessOptions(kind, isLarge)).toBuffer();
  return palette ? smallest([lossless, palette.png]) : lossless;
}

/** Row filters help where neighbours are similar, as in photos, and hurt where they are equal. */
function losslessOptions(kind: PictureKind, isLarge: boolean) {
  const adaptiveFiltering = kind === 'photo';
  if (!isLarge) return { adaptiveFiltering, compressionLevel: 9 };
  return { adaptiveFiltering, compressionLevel: adaptiveFiltering ? 3 : 6 };
}
