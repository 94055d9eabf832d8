import type { Picture } from '../picture.ts';

const previewSidePx = 320;

/** A small still WebP of the picture, longest side at most 320 pixels. */
export async function preview(picture: Picture): Promise<Buffer> {
  return picture
    .openStill()
    .resize(previewSidePx, previewSidePx, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70, effort: 1 })
    .toBuffer();
}
