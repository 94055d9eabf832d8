import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash';
import type { Image } from '../image.ts';
import { sharp } from '../sharp.ts';
import { readPixels } from '../tiles.ts';

/** Maximum width and height of the image that a ThumbHash is computed from, given by the library. */
const hashedSidePx = 100;
/** Quality of the placeholder. It has no details, so that a low quality is enough. */
const placeholderQuality = 40;

/** Returns the ThumbHash of an image as Base64, and the blurred image that it describes as a data URL. */
export async function placeholder(image: Image): Promise<{ thumbHash: string; placeholderUrl: string }> {
  const scale = Math.min(1, hashedSidePx / Math.max(image.widthPx, image.heightPx));
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  const small = image.openFrame(0).resize(side(image.widthPx), side(image.heightPx), { fit: 'fill' });
  const pixels = await readPixels(small.toColourspace('srgb').ensureAlpha());
  const hash = rgbaToThumbHash(pixels.widthPx, pixels.heightPx, pixels.data);
  const { w: width, h: height, rgba } = thumbHashToRGBA(hash);
  const blurred = sharp(Buffer.from(rgba), { raw: { width, height, channels: 4 } });
  const webp = await blurred
    .webp({ quality: placeholderQuality, alphaQuality: placeholderQuality })
    .toBuffer();
  return {
    thumbHash: Buffer.from(hash).toString('base64'),
    placeholderUrl: `data:image/webp;base64,${webp.toString('base64')}`,
  };
}
