import { photo } from '@gossamer/testkit/images';

/**
 * So many bytes of a small photo: what follows the end of a JPEG is no part of the image, as where a phone keeps a
 * film behind it. All that is large about it is its way into the store.
 */
export async function paddedPhoto(sizeBytes: number): Promise<Buffer> {
  const image = await photo({ widthPx: 600, heightPx: 400 });
  return Buffer.concat([image, Buffer.alloc(sizeBytes - image.length, 0x5a)]);
}
