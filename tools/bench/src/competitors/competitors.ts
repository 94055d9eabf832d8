import { losslessCompressPng, pngQuantize } from '@napi-rs/image';
import sharp from 'sharp';
import { avifBySquoosh } from './squoosh-avif.ts';

/** A competing encoder. It uses the same settings for every image. */
export type Competitor = (original: Uint8Array) => Promise<Uint8Array>;

export const mozjpeg =
  (quality: number): Competitor =>
  (original) =>
    sharp(original).jpeg({ mozjpeg: true, quality }).toBuffer();

/** Encodes PNG like the best-known online service: libimagequant at quality 65 to 80, followed by oxipng at level 2. */
export const pngquantAndOxipng: Competitor = async (original) => {
  const palette = await pngQuantize(original, { minQuality: 65, maxQuality: 80, speed: 3 }).catch(
    () => original,
  );
  return losslessCompressPng(palette);
};

/** Encodes AVIF with Squoosh's default settings: quality 50, speed 6, chroma subsampling 4:2:0. */
export const squooshAvif: Competitor = async (original) => {
  const { data, info } = await sharp(original).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return avifBySquoosh({ data, width: info.width, height: info.height });
};
