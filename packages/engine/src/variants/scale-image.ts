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

/**
 * Minimum ratio of widths for scaling an image that was itself scaled. Below it, the image would become blurrier than
 * one that is scaled once.
 */
const minReduction = 2;

/** Returns the smallest image from which a narrower one can be made without visible loss. `images` is not empty. */
export function sourceFor(widthPx: number, images: readonly [Image, ...Image[]]): Image {
  const wide = images.filter((image) => image.widthPx >= widthPx * minReduction);
  return wide.at(-1) ?? images[0];
}
