import { megapixel, type Picture, pixelCount } from '../picture.ts';
import { smallest } from './codec.ts';

export { stripPng as strip } from '../strip/png.ts';

export const format = 'png';
export const maxSidePx = Infinity;
export const keepsAlpha = true;
export const keepsAnimation = false;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function recognises(file: Uint8Array): boolean {
  return signature.every((byte, index) => file[index] === byte);
}

export function suits(picture: Picture): boolean {
  return picture.kind === 'graphic' && picture.pages === 1;
}

/** The palette that fits the quality, or lossless where none does or where that is smaller. */
export async function encode(picture: Picture): Promise<Buffer> {
  const { palette } = picture;
  // A photo in 256 colours is always smaller than in all of its colours.
  if (palette && picture.kind === 'photo') return palette.png;
  const compressionLevel = pixelCount(picture) > 4 * megapixel ? 6 : 9;
  const isPhoto = picture.kind === 'photo';
  // Row filters help where neighbours are similar, and hurt where they are equal.
  const lossless = await picture.open().png({ compressionLevel, adaptiveFiltering: isPhoto }).toBuffer();
  return palette ? smallest([lossless, palette.png]) : lossless;
}
