import type { EncodedFormat } from '@gossamer/contracts/formats';
import { codecs } from '../codecs/registry.ts';
import type { Picture } from '../picture.ts';

const previewSidePx = 320;

/** A small still WebP of the result, longest side at most 320 pixels. */
export async function preview(picture: Picture, format: EncodedFormat): Promise<Buffer> {
  const image =
    picture.hasAlpha && !codecs[format].keepsAlpha
      ? picture.openStill().flatten({ background: 'white' })
      : picture.openStill();
  return image
    .resize(previewSidePx, previewSidePx, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70, effort: 2 })
    .toBuffer();
}
