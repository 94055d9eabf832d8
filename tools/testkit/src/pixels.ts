import sharp from 'sharp';

/** Sizes as shown, of one frame. */
export type DecodedFacts = { format: string; widthPx: number; heightPx: number; frames: number };

/** Decodes every pixel of every frame. @throws where the file is damaged, or odd and oddities are not borne with */
export async function decodeInFull(
  file: Uint8Array,
  failOn: 'warning' | 'error' = 'warning',
): Promise<DecodedFacts> {
  const image = sharp(file, { animated: true, failOn, limitInputPixels: false });
  const { format, pages = 1, pageHeight, autoOrient } = await image.metadata();
  // Resizing passes over all of them, and keeps a hundred megapixels out of memory.
  await image.resize(16, 16, { fit: 'fill' }).raw().toBuffer();
  const heightPx = pages > 1 ? pageHeight : undefined;
  return { format, widthPx: autoOrient.width, heightPx: heightPx ?? autoOrient.height, frames: pages };
}

/** Mean difference of a channel, 0 to 255, between two images as they are shown, seen on white. */
export async function meanDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const shown = (file: Uint8Array) =>
    sharp(file).autoOrient().flatten({ background: 'white' }).toColourspace('srgb').raw().toBuffer();
  const [ours, theirs] = await Promise.all([shown(one), shown(other)]);
  if (ours.length !== theirs.length) return 255;
  return ours.reduce((sum, value, at) => sum + Math.abs(value - (theirs[at] ?? 0)), 0) / ours.length;
}
