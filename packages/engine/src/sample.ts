import { isJxl } from '@gossamer/contracts/detect-format';
import type { Sharp } from 'sharp';
import type { Image, Pixels } from './image.ts';
import { decodeJxl } from './jxl/codec.ts';
import { sharp } from './sharp.ts';
import { cutTiles, readPixels, readTileRows, spreadTiles, stack, type Tiles } from './tiles.ts';

/** Part of an image that is used for trial encodings and scoring: some of the frames, each as a whole or as tiles. */
export type Sample = { pixels: Pixels; isWhole: boolean; frames: number[]; tiles: Tiles | undefined };

/** Extent of a sample: tiles if the image has more than `maxWholePixels` pixels, otherwise the whole image. */
export type Extent = { tileCount: number; maxWholePixels: number };

/** Maximum number of sampled frames: enough to detect an animation that begins blank or switches to video footage. */
const maxFrames = 5;
/** Maximum height of stacked frames in pixels: WebP's limit, rounded down to whole blocks. */
const maxSidePx = 16_368;

/** Returns the indexes of up to five frames, evenly distributed from the first to the last frame. */
export function sampledFrames({ pages, heightPx }: Pick<Image, 'pages' | 'heightPx'>): number[] {
  const count = Math.max(1, Math.min(maxFrames, pages, Math.floor(maxSidePx / heightPx)));
  return Array.from({ length: count }, (_, n) => Math.round((n * (pages - 1)) / Math.max(1, count - 1)));
}

export async function readSample(image: Image, { tileCount, maxWholePixels }: Extent): Promise<Sample> {
  const frames = sampledFrames(image);
  const isWhole = image.widthPx * image.heightPx * frames.length <= maxWholePixels;
  // Limit the number of tile rows if the pixels are not held in memory, because each row requires decoding the image
  // again.
  const maxRows = image.pixels ? undefined : 2;
  const tiles = isWhole ? undefined : spreadTiles(image, Math.ceil(tileCount / frames.length), maxRows);
  const { pixels: held } = image;
  if (held) return { pixels: tiles ? cutTiles(held, tiles) : held, isWhole, frames, tiles };
  const open = (frame: number) => image.openFrame(frame);
  return { pixels: await readFrames(open, frames, image.widthPx, tiles), isWhole, frames, tiles };
}

/** Pixels of an encoded file that correspond to a sample, and those of the whole file if they were decoded. */
export type SampleOfFile = { pixels: Pixels; whole: Pixels | undefined };

/** Returns the pixels of a fully encoded image that correspond to a sample. */
export async function readSampleOfFile(
  file: Buffer,
  image: Image,
  { frames, tiles }: Sample,
): Promise<SampleOfFile> {
  // If memory allows, decode the file once instead of once for each row of tiles. JPEG XL is always decoded as a whole.
  if (isJxl(file) || (tiles && image.pixels)) {
    const whole = await readFile(file);
    return { pixels: tiles ? cutTiles(whole, tiles) : whole, whole };
  }
  const shown = image.pages > 1 ? await framesAtSameTime(file, image, frames) : frames;
  const pixels = await readFrames((frame) => openFile(file, frame), shown, image.widthPx, tiles);
  return { pixels, whole: tiles ? undefined : pixels };
}

/**
 * Returns the frames of an encoded animation that are displayed at the start times of the given original frames. The
 * frame numbers can differ, because the WebP encoder merges neighboring frames that look alike.
 */
async function framesAtSameTime(file: Buffer, image: Image, frames: number[]): Promise<number[]> {
  const { pages = 1, delay: delaysMs = [] } = await sharp(file, { limitInputPixels: false }).metadata();
  if (pages === image.pages) return frames;
  const { delay: originalDelaysMs = [] } = await image.open().metadata();
  const endsMs = delaysMs.map((_, frame) => sum(delaysMs.slice(0, frame + 1)));
  return frames.map((frame) => {
    const startMs = sum(originalDelaysMs.slice(0, frame));
    const shown = endsMs.findIndex((endMs) => endMs > startMs);
    return shown === -1 ? pages - 1 : shown;
  });
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns the pixels of the first frame of an encoded file. sharp cannot decode JPEG XL. */
export async function readFile(file: Uint8Array): Promise<Pixels> {
  return isJxl(file) ? decodeJxl(file) : readPixels(openFile(file));
}

/** Opens a single frame of an encoded file. */
function openFile(file: Uint8Array, page = 0): Sharp {
  return sharp(file, { limitInputPixels: false, page }).toColourspace('srgb');
}

/** Reads frames sequentially, because each decode needs additional memory. */
async function readFrames(
  open: (frame: number) => Sharp,
  frames: number[],
  widthPx: number,
  tiles: Tiles | undefined,
): Promise<Pixels> {
  const parts: Pixels[] = [];
  for (const frame of frames) {
    parts.push(await (tiles ? readTileRows(() => open(frame), widthPx, tiles) : readPixels(open(frame))));
  }
  return stack(parts);
}
