import { displayP3Profile } from '../color/display-p3.ts';
import type { Image } from '../image.ts';
import { tagWebp } from '../preserve/tag-webp.ts';

/** Maximum width and height of a preview. */
export const previewSidePx = 320;

/** Returns a still WebP of the image whose longest side is at most 320 pixels. */
export async function preview(image: Image): Promise<Buffer> {
  const scale = Math.min(1, previewSidePx / Math.max(image.widthPx, image.heightPx));
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  // Resize to exact dimensions. This call replaces the resizing of images that are not kept in memory, so it must produce
  // the same aspect ratio.
  const small = image.openFrame(0).resize(side(image.widthPx), side(image.heightPx), { fit: 'fill' });
  const webp = await small.webp({ quality: 70, effort: 1 }).toBuffer();
  if (image.gamut === 'srgb') return webp;
  return tagWebp(webp, { orientation: 1, displayP3: await displayP3Profile() });
}
