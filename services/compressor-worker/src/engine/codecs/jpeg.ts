import type { Picture } from '../picture.ts';
import { interpolate, nearLosslessQuality, type QualityTable } from '../quality.ts';
import { stripJpeg } from '../strip/jpeg.ts';
import { jpegSourceQuality } from './jpeg-source-quality.ts';

export const strip = stripJpeg;
export const format = 'jpeg';
/** libjpeg's JPEG_MAX_DIMENSION. */
export const maxSidePx = 65_500;
export const keepsAlpha = false;
export const keepsAnimation = false;

/** mozjpeg's quality with the same look as the user's number: measured with SSIMULACRA2 on photographs. */
const mozjpegQuality: QualityTable = [
  [10, 18],
  [30, 39],
  [50, 52],
  [70, 69],
  [85, 86],
  [95, 95],
  [100, 100],
];

export function recognises(file: Uint8Array): boolean {
  return file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;
}

/** From the quantisation table, by the table above read backwards. */
export function sourceQuality(file: Uint8Array): number | undefined {
  const encodedWith = jpegSourceQuality(file);
  const backwards = mozjpegQuality.map(([quality, value]) => [value, quality] as const);
  return encodedWith === undefined ? undefined : interpolate(backwards, encodedWith);
}

export function suits(picture: Picture): boolean {
  return picture.kind === 'photo' && !picture.hasAlpha && picture.pages === 1;
}

/** Progressive, with mozjpeg's trellis quantisation; transparency becomes white. */
export async function encode(picture: Picture, quality: number): Promise<Buffer> {
  const image = picture.hasAlpha ? picture.open().flatten({ background: 'white' }) : picture.open();
  // Halved chroma is seen on the sharp coloured edges of drawings.
  const isChromaWhole = picture.kind === 'graphic' || quality > nearLosslessQuality;
  return image
    .jpeg({
      mozjpeg: true,
      quality: Math.round(interpolate(mozjpegQuality, quality)),
      chromaSubsampling: isChromaWhole ? '4:4:4' : '4:2:0',
    })
    .toBuffer();
}
