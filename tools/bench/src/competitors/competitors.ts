import { losslessCompressPng, pngQuantize } from '@napi-rs/image';
import sharp from 'sharp';

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

/** Encodes with the default settings of sharp. */
export const sharpDefaults =
  (format: 'jpeg' | 'webp' | 'avif' | 'png'): Competitor =>
  (original) =>
    sharp(original).toFormat(format).toBuffer();

/** Encodes WebP with the default settings of cwebp, which Squoosh shares: quality 75, method 4. */
export const cwebp: Competitor = (original) => sharp(original).webp({ quality: 75, effort: 4 }).toBuffer();

/**
 * Encodes like imgproxy 3 in its default configuration, which calls libvips like this: WebP quality 79, AVIF quality 63
 * and speed 8, PNG with all filters, or with the palette of the original. Its JPEGs are those of sharp.
 */
export const imgproxy =
  (format: 'webp' | 'avif' | 'png'): Competitor =>
  async (original) => {
    const image = sharp(original);
    const { isPalette, bitsPerSample = 8 } = await image.metadata();
    const encoded = {
      webp: () => image.webp({ quality: 79 }),
      // libvips subtracts the effort from 9 to get the speed.
      avif: () => image.avif({ quality: 63, effort: 1 }),
      png: () => image.png(isPalette ? { colors: 2 ** bitsPerSample } : { adaptiveFiltering: true }),
    };
    return encoded[format]().toBuffer();
  };

/** Encodes JPEG like ipx 3 in its default configuration: the defaults of sharp, as a progressive JPEG. */
export const ipx: Competitor = (original) => sharp(original).jpeg({ progressive: true }).toBuffer();
