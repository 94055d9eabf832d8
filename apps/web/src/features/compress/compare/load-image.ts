import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import { getFile } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { fetchResult } from '../../../lib/fetch-compressions.ts';
import { decodeImage } from '../previews/decode-image.ts';
import type { Result } from '../uploads/upload-state.ts';

/** A loaded image: a URL for an `img` element, or a bitmap if `img` does not support the format. */
export type Image = { url: string } | { bitmap: ImageBitmap };

/** Thrown if the image was deleted after its retention period. */
export class GoneError extends Error {
  override name = 'GoneError';
}

/**
 * Returns the original image from memory if possible, otherwise from the server, which stores it for an hour.
 * @throws GoneError if neither has the image
 */
export async function loadOriginal(
  { originalFormat, originalUrl }: Result,
  original: File | undefined,
  signal: AbortSignal,
): Promise<Image> {
  if (!original && !originalUrl) throw new GoneError('The original is no longer available');
  const blob = original ?? (await fetchBlob(getFile(originalUrl ?? '', signal)));
  return toImage(blob, originalFormat, signal);
}

export async function loadResult(result: Result, signal: AbortSignal): Promise<Image> {
  return toImage(await fetchBlob(fetchResult(result, signal)), result.format, signal);
}

/** Decodes formats that not all browsers support. */
async function toImage(
  blob: Blob,
  format: InputFormat | EncodedFormat | undefined,
  signal: AbortSignal,
): Promise<Image> {
  const isRare = format === 'heic' || format === 'jxl';
  return isRare ? { bitmap: await decodeImage(blob, signal) } : { url: URL.createObjectURL(blob) };
}

/** Frees the memory of an image. */
export function releaseImage(image: Image): void {
  if ('url' in image) URL.revokeObjectURL(image.url);
  else image.bitmap.close();
}

async function fetchBlob(fetching: Promise<{ blob: Blob }>): Promise<Blob> {
  const { blob } = await fetching.catch((error: unknown) => {
    const isGone = error instanceof ApiError && [404, 410].includes(error.status);
    throw isGone ? new GoneError('The server has deleted the image', { cause: error }) : error;
  });
  return blob;
}
