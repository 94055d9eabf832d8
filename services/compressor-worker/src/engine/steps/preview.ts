import type { Image } from '../image.ts';

const previewSidePx = 320;

/** A small still WebP of the image, longest side at most 320 pixels. */
export async function preview(image: Image): Promise<Buffer> {
  const scale = Math.min(1, previewSidePx / Math.max(image.widthPx, image.heightPx));
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return (
    image
      .openFrame(0)
      // Of images that are not held this replaces the resizing asked for, hence the shape that it would have given.
      .resize(side(image.widthPx), side(image.heightPx), { fit: 'fill' })
      .webp({ quality: 70, effort: 1 })
      .toBuffer()
  );
}
