import { imageDecoder } from './image-decoder.ts';

/** Timeout in milliseconds for decoding an image. The largest HEIC images from phones take several seconds. */
const timeLimitMs = 30_000;

/**
 * Decodes an image, including HEIC, in a web worker and applies its orientation. The longer side is scaled down to
 * `maxSidePx` if given. Takes precedence over queued previews. The caller must close the bitmap. Rejects if the image
 * cannot be decoded.
 */
export async function decodeImage(
  blob: Blob,
  signal?: AbortSignal,
  { maxSidePx }: { maxSidePx?: number } = {},
): Promise<ImageBitmap> {
  const answer = await imageDecoder.run(
    { wanted: 'bitmap', blob, maxSidePx },
    { timeLimitMs, isUrgent: true, signal },
  );
  if ('bitmap' in answer) return answer.bitmap;
  throw new Error('Expected a bitmap from the decoder, got a file');
}
