import type { Image } from '../image.ts';
import type { SizePx } from '../sizes.ts';
import { openerOf } from '../steps/decode.ts';
import { readPixels } from '../tiles.ts';

/** Returns the image in a smaller size, whose pixels are kept in memory. */
export async function scaleImage(image: Image, { widthPx, heightPx }: SizePx): Promise<Image> {
  const { palette: _, jpegQuality: _quality, isGray = false, ...facts } = image;
  const small = image.open().resize(widthPx, heightPx, { fit: 'fill' });
  // Convert gray images with alpha to RGB, because sharp's raw output does not support them.
  const pixels = await readPixels(small.toColourspace(isGray && !image.hasAlpha ? 'b-w' : 'srgb'));
  const open = openerOf(pixels, isGray, false);
  return { ...facts, isGray, widthPx, heightPx, open, openFrame: open, pixels };
}
