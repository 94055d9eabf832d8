/** 8-bit sRGB pixels, row by row without padding. The channels are gray, gray + alpha, RGB or RGBA. */
export type Pixels = { data: Uint8Array; widthPx: number; heightPx: number; channels: 1 | 2 | 3 | 4 };

/** Minimum width and height in pixels. SSIMULACRA2 is not defined for smaller images. */
const minSidePx = 8;

/**
 * Validates the dimensions of an image.
 * @throws RangeError if a dimension is not a positive integer, or the length of `data` does not match the dimensions
 */
export function assertPixels({ data, widthPx, heightPx, channels }: Pixels): void {
  for (const size of [widthPx, heightPx]) {
    if (!Number.isSafeInteger(size) || size < 1)
      throw new RangeError(`Width and height must be positive integers, got ${size}`);
  }
  const byteCount = widthPx * heightPx * channels;
  if (data.length !== byteCount) {
    throw new RangeError(
      `Expected ${byteCount} bytes for ${widthPx} × ${heightPx} × ${channels} pixels, got ${data.length}`,
    );
  }
}

/** Returns whether any pixel is not fully opaque. */
export function hasAlpha({ data, channels }: Pixels): boolean {
  if (channels === 1 || channels === 3) return false;
  for (let at = channels - 1; at < data.length; at += channels) {
    if (data[at] !== 255) return true;
  }
  return false;
}

/** Returns the image, extended to at least 8 × 8 px by repeated mirroring at its right and bottom edges. */
export function atLeastMinimum(pixels: Pixels): Pixels {
  const { data, channels } = pixels;
  if (pixels.widthPx >= minSidePx && pixels.heightPx >= minSidePx) return pixels;
  const widthPx = Math.max(pixels.widthPx, minSidePx);
  const heightPx = Math.max(pixels.heightPx, minSidePx);
  const padded = new Uint8Array(widthPx * heightPx * channels);
  for (let y = 0; y < heightPx; y++) {
    const row = mirrored(y, pixels.heightPx) * pixels.widthPx;
    for (let x = 0; x < widthPx; x++) {
      const from = (row + mirrored(x, pixels.widthPx)) * channels;
      padded.set(data.subarray(from, from + channels), (y * widthPx + x) * channels);
    }
  }
  return { data: padded, widthPx, heightPx, channels };
}

/** Maps a position in a repeatedly mirrored row to the position in the original row of `size` pixels. */
function mirrored(position: number, size: number): number {
  const within = position % (2 * size);
  return within < size ? within : 2 * size - 1 - within;
}
