import type { Picture } from '../picture.ts';

const previewSidePx = 320;

/** A small still WebP of the picture, longest side at most 320 pixels. */
export async function preview(picture: Picture): Promise<Buffer> {
  const scale = Math.min(1, previewSidePx / Math.max(picture.widthPx, picture.heightPx));
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return (
    picture
      .openFrame(0)
      // Of pictures that are not held this replaces the resizing asked for, hence the shape that it would have given.
      .resize(side(picture.widthPx), side(picture.heightPx), { fit: 'fill' })
      .webp({ quality: 70, effort: 1 })
      .toBuffer()
  );
}
