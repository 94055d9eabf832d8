import { isJxl } from '@gossamer/contracts/detect-format';
import sharp from 'sharp';
import { decodeJxl } from './decode-jxl.ts';

/** Format and frame count of a decoded image, with the displayed dimensions of one frame. */
export type DecodedFacts = { format: string; widthPx: number; heightPx: number; frames: number };

/**
 * Decodes all pixels of all frames.
 * @throws Error if the file is damaged or has a problem of the `failOn` severity
 */
export async function decodeInFull(
  file: Uint8Array,
  failOn: 'warning' | 'error' = 'warning',
): Promise<DecodedFacts> {
  if (isJxl(file)) {
    const { widthPx, heightPx } = await decodeJxl(file);
    return { format: 'jxl', widthPx, heightPx, frames: 1 };
  }
  const image = sharp(file, { animated: true, failOn, limitInputPixels: false });
  const { format, pages = 1, pageHeight, autoOrient } = await image.metadata();
  // Resize the image to decode all pixels without keeping up to a hundred megapixels in memory.
  await image.resize(16, 16, { fit: 'fill' }).raw().toBuffer();
  const heightPx = pages > 1 ? pageHeight : undefined;
  return { format, widthPx: autoOrient.width, heightPx: heightPx ?? autoOrient.height, frames: pages };
}

/** Returns the mean difference per channel (0 to 255) between two images displayed on a white background. */
export async function meanDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const shown = (file: Uint8Array) =>
    sharp(file).autoOrient().flatten({ background: 'white' }).toColourspace('srgb').raw().toBuffer();
  const [ours, theirs] = await Promise.all([shown(one), shown(other)]);
  if (ours.length !== theirs.length) return 255;
  return ours.reduce((sum, value, at) => sum + Math.abs(value - (theirs[at] ?? 0)), 0) / ours.length;
}
