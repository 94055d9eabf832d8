import type { Image } from '../image.ts';

const previewSidePx = 320;

/** Returns a still WebP of the image whose longest side is at most 320 pixels. */
export async function preview(image: Image): Promise<Buffer> {
  const scale = Math.min(1, previewSidePx / Math.max(image.widthPx, image.heightPx));
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return (
    image
      .openFrame(0)
      // Resize to exact dimensions. This call replaces the resizing of images that are not kept in memory, so it must
      // produce the same aspect ratio.
      .resize(side(image.widthPx), side(image.heightPx), { fit: 'fill' })
      .webp({ quality: 70, effort: 1 })
      .toBuffer()
  );
}
