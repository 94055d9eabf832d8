import { type Header, type Image, type ImageKind, type Pixels, pixelCount } from '../image.ts';
import { sampledFrames } from '../sample.ts';
import { readPixels, stack } from '../tiles.ts';
import type { Decoded } from './decode.ts';

const sampledRows = 64;
/**
 * Minimum fraction of equal neighboring pixels in a graphic. In a screenshot or logo, most neighbors are equal; in a
 * photo, hardly any.
 */
const flatShareOfGraphics = 0.5;
const paletteColors = 256;
/**
 * Number of PNG bytes per pixel below which an image is classified as a graphic, for example a gradient. Photographs
 * need one to two bytes.
 */
const simpleBytesPerPixel = 0.3;

/** Classifies an image as a photograph or a graphic, which need different codecs. */
export async function classify(decoded: Decoded, header: Header): Promise<Image> {
  // Lossily compressed files have no areas of equal pixels, even if they are drawings.
  if (header.format === 'jpeg' || header.format === 'heic') return { ...decoded, kind: 'photo' };
  const isSimple = header.format === 'png' && header.sizeBytes < simpleBytesPerPixel * pixelCount(header);
  if (isSimple) return { ...decoded, kind: 'graphic' };
  const pixels = decoded.pixels ?? (await readMiddleRows(decoded));
  return { ...decoded, kind: kindOf(pixels) };
}

/** Returns rows from the middle of the image, or of several frames in an animation. */
async function readMiddleRows(decoded: Decoded): Promise<Pixels> {
  const height = Math.min(sampledRows, decoded.heightPx);
  const top = Math.floor((decoded.heightPx - height) / 2);
  const part = { left: 0, top, width: decoded.widthPx, height };
  const frames: Pixels[] = [];
  for (const frame of sampledFrames(decoded)) {
    frames.push(await readPixels(decoded.openFrame(frame).extract(part)));
  }
  return stack(frames);
}

/** Classifies an image as a photograph or a graphic, based on 64 evenly distributed rows. */
export function kindOf(pixels: Pixels): ImageKind {
  const seen: Seen = { colors: new Set(), visible: 0, flat: 0 };
  const rowStep = Math.max(1, Math.floor(pixels.heightPx / sampledRows));
  for (let row = 0; row < pixels.heightPx; row += rowStep) {
    lookAtRow(pixels, row, seen);
  }
  // The number of colors identifies only color graphics, because all gray images have few colors.
  const hasFewColors = pixels.channels > 2 && seen.colors.size <= paletteColors;
  return hasFewColors || seen.flat >= seen.visible * flatShareOfGraphics ? 'graphic' : 'photo';
}

/** Statistics of the pixels read so far. `flat` counts visible pixels that equal their left neighbor. */
type Seen = { colors: Set<number>; visible: number; flat: number };

function lookAtRow(pixels: Pixels, row: number, seen: Seen): void {
  let left = transparent;
  for (let column = 0; column < pixels.widthPx; column++) {
    const color = colorAt(pixels, row * pixels.widthPx + column);
    if (color !== transparent) {
      seen.visible++;
      if (color === left) seen.flat++;
      else if (seen.colors.size <= paletteColors) seen.colors.add(color);
    }
    left = color;
  }
}

const transparent = -1;

function colorAt({ data, channels }: Pixels, index: number): number {
  const at = index * channels;
  if (channels < 3) return data[at] ?? 0;
  if (channels === 4 && data[at + 3] === 0) return transparent;
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
}
