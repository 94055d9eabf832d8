import { imageDecoder } from './image-decoder.ts';

/** The largest HEIC images of phones take several seconds. */
const timeLimitMs = 30_000;

/**
 * Decodes an image, including HEIC, off the main thread and upright, scaled down to a longer side of `maxSidePx` if
 * given. Runs before waiting previews. The caller closes the bitmap. Rejects if the image cannot be decoded.
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
  throw new Error('The decoder answered with a file');
}
