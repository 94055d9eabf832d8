import type { InputFormat } from '@gossamer/contracts/formats';
import { imageSize } from 'image-size';

/** Image dimensions read from the first bytes of a file. */
export interface Dimensions {
  widthPx: number;
  heightPx: number;
  isAnimated: boolean;
}

/**
 * Returns the image dimensions from the first bytes of a file, or undefined if these bytes do not contain the
 * dimensions. Used only for estimates: the engine reads the header itself.
 */
export function readDimensions(head: Uint8Array, format: InputFormat): Dimensions | undefined {
  const isAnimated = (format === 'webp' && isAnimatedWebp(head)) || (format === 'gif' && isAnimatedGif(head));
  try {
    const { width, height, images } = imageSize(head);
    // A HEIC file lists the sizes of its tiles and of the whole image. Use the largest size.
    const sizes = [{ width, height }, ...(images ?? [])];
    const largest = sizes.reduce((a, b) => (a.width * a.height >= b.width * b.height ? a : b));
    // A damaged header can contain zeros, from which no cost can be estimated.
    if (!(largest.width > 0 && largest.height > 0)) return undefined;
    return { widthPx: largest.width, heightPx: largest.height, isAnimated };
  } catch {
    return undefined;
  }
}

/** Looks for the extension that makes a GIF repeat. It precedes the first frame of nearly every animation. */
function isAnimatedGif(head: Uint8Array): boolean {
  return Buffer.from(head).includes('NETSCAPE2.0');
}

/** Checks the animation flag in the VP8X chunk, which is the first chunk of every animation (RFC 9649, section 2.7). */
function isAnimatedWebp(head: Uint8Array): boolean {
  const name = Buffer.from(head.subarray(12, 16)).toString('latin1');
  return name === 'VP8X' && ((head[20] ?? 0) & 0x02) !== 0;
}
