import { imageDecoder } from './image-decoder.ts';

/** A phone's largest HEIC takes some seconds. */
const timeLimitMs = 30_000;

/**
 * Decodes an image off the main thread, HEIC too, upright. With `maxSidePx` it is scaled down to that longer side.
 * The caller closes the bitmap. Goes before previews that wait; rejects when there is nothing to decode.
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
