import { photo } from '@gossamer/testkit/images';

/**
 * Returns a small photo padded to `sizeBytes`. Decoders ignore data after the end of a JPEG, such as the video that
 * some phones append, so the file is large but fast to decode.
 */
export async function paddedPhoto(sizeBytes: number): Promise<Buffer> {
  const image = await photo({ widthPx: 600, heightPx: 400 });
  return Buffer.concat([image, Buffer.alloc(sizeBytes - image.length, 0x5a)]);
}
