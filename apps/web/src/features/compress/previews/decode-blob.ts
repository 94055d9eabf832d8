import { headBytes, isHeic, isJxl } from '@gossamer/contracts/detect-format';
import { fitSide, middleSquare } from './scaled-sizes.ts';

/**
 * Decodes an image and applies its orientation. The longer side of the bitmap is at most `maxSidePx`. Must run in a web
 * worker, because decoding is slow.
 */
export async function decodeBlob(blob: Blob, maxSidePx = Number.POSITIVE_INFINITY): Promise<ImageBitmap> {
  const whole = await decodeWhole(blob, maxSidePx);
  const { width, height } = fitSide(whole, maxSidePx);
  if (width === whole.width && height === whole.height) return whole;
  const scaled = createImageBitmap(whole, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'medium',
  });
  return scaled.finally(() => whole.close());
}

/** Decodes the center square of an image, scaled down to at most `maxSidePx` per side. */
export async function decodeSquare(blob: Blob, maxSidePx: number): Promise<ImageBitmap> {
  const whole = await decodeWhole(blob, maxSidePx);
  const { left, top, side } = middleSquare(whole);
  const shownPx = Math.min(side, maxSidePx);
  const square = createImageBitmap(whole, left, top, side, side, {
    resizeWidth: shownPx,
    resizeHeight: shownPx,
    resizeQuality: 'medium',
  });
  return square.finally(() => whole.close());
}

/**
 * Decodes an image with the browser's decoder, which is faster and supports HEIC in Safari, or with libheif or libjxl as
 * a fallback. Both sides of the bitmap are at least `minSidePx` long, unless the image is smaller.
 */
async function decodeWhole(blob: Blob, minSidePx: number): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(blob);
  } catch (error) {
    const head = new Uint8Array(await blob.slice(0, headBytes).arrayBuffer());
    if (isJxl(head)) {
      const { decodeJxl } = await import('./decode-jxl.ts');
      return createImageBitmap(await decodeJxl(await blob.arrayBuffer()));
    }
    if (!isHeic(head)) throw error;
    const [file, { decodeHeic }] = await Promise.all([blob.arrayBuffer(), import('./decode-heic.ts')]);
    return createImageBitmap(await decodeHeic(new Uint8Array(file), minSidePx));
  }
}
