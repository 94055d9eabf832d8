import { createReference } from '@gossamer/ssimulacra2/ssimulacra2';
import type { Pixels } from './image.ts';
import { scoreAtAllScales } from './small-images.ts';
import { cutTiles, type Tiles, tilePx } from './tiles.ts';

/** A rectangle in pixels. */
export type Area = { leftPx: number; topPx: number; widthPx: number; heightPx: number };

/** The tile of an encoded image that looks least like the original. */
export type WorstTile = { score: number; area: Area };

/** Number of tiles that each measure of the error selects for scoring. */
const scoredTiles = 3;
/** Side in pixels of the blocks whose errors are measured: that of WebP blocks, and of JPEG blocks with subsampled chroma. */
const blockPx = 16;
/** Only a sixteenth of the pixels is compared, which is enough to find the worst tile. */
const rowStep = 4;
const columnStep = 4;
/** Variance that is added to a block's texture, so that errors in plain blocks remain comparable. */
const minVariance = 20;

/**
 * Returns the tile with the lowest SSIMULACRA2 score. Scores only the tiles with the largest errors relative to their
 * texture, because scoring all tiles would take many times as long: those with the most errors in total, which are blurred or
 * distorted, and those with the worst single block, of which only a small part is damaged.
 */
export function findWorstTile(original: Pixels, other: Pixels): WorstTile {
  const views: Views = [viewOf(original), viewOf(other)];
  const tiles = gridOf(original).map((area) => ({ area, ...errorsIn(views, area) }));
  const worst = new Set([
    ...largest(tiles, ({ totalError }) => totalError),
    ...largest(tiles, ({ maxError }) => maxError),
  ]);
  const scored = [...worst].map(({ area }) => ({ area, score: scoreTile(original, other, area) }));
  return scored.reduce((one, next) => (next.score < one.score ? next : one));
}

const largest = <T>(items: T[], by: (item: T) => number): T[] =>
  items.toSorted((one, next) => by(next) - by(one)).slice(0, scoredTiles);

function scoreTile(original: Pixels, other: Pixels, area: Area): number {
  const { leftPx: left, topPx: top, widthPx, heightPx } = area;
  const tile: Tiles = { columns: 1, widthPx, heightPx, places: [{ left, top }] };
  const reference = createReference(cutTiles(original, tile));
  const score = reference.score(cutTiles(other, tile));
  reference.free();
  const isSmaller = widthPx < tilePx || heightPx < tilePx;
  return isSmaller ? scoreAtAllScales(score, tile) : score;
}

/** Returns tiles that cover the whole image. The last row and column are moved inwards to end at the edges. */
function gridOf({ widthPx, heightPx }: Pixels): Area[] {
  const lefts = starts(widthPx);
  const size = { widthPx: Math.min(tilePx, widthPx), heightPx: Math.min(tilePx, heightPx) };
  return starts(heightPx).flatMap((topPx) => lefts.map((leftPx) => ({ leftPx, topPx, ...size })));
}

function starts(sidePx: number): number[] {
  const count = Math.ceil(sidePx / tilePx);
  return Array.from({ length: count }, (_, n) => Math.max(0, Math.min(n * tilePx, sidePx - tilePx)));
}

/** Returns the sum of the errors of all blocks in a tile, and the largest of them. */
function errorsIn(views: Views, tile: Area): { totalError: number; maxError: number } {
  const [right, bottom] = [tile.leftPx + tile.widthPx, tile.topPx + tile.heightPx];
  let [totalError, maxError] = [0, 0];
  for (let topPx = tile.topPx; topPx < bottom; topPx += blockPx) {
    for (let leftPx = tile.leftPx; leftPx < right; leftPx += blockPx) {
      const widthPx = Math.min(blockPx, right - leftPx);
      const heightPx = Math.min(blockPx, bottom - topPx);
      const error = errorIn(views, { leftPx, topPx, widthPx, heightPx });
      totalError += error;
      maxError = Math.max(maxError, error);
    }
  }
  return { totalError, maxError };
}

/** Returns the mean squared error of a block relative to the variance of the original, because texture hides errors. */
function errorIn([one, two]: Views, { leftPx, topPx, widthPx, heightPx }: Area): number {
  let [count, errors, sum, sumOfSquares] = [0, 0, 0, 0];
  for (let row = topPx; row < topPx + heightPx; row += rowStep) {
    const start = row * one.rowPx + leftPx;
    for (let pixel = start; pixel < start + widthPx; pixel += columnStep) {
      const green = one.data[pixel * one.channels + one.green] ?? 0;
      errors += squaredError(one, two, pixel);
      count += 1;
      sum += green;
      sumOfSquares += green * green;
    }
  }
  const variance = Math.max(0, sumOfSquares / count - (sum / count) ** 2);
  return errors / count / (variance + minVariance);
}

/** Pixels with the positions of their channels. In a gray image, all colors are the first channel. */
type View = {
  data: Uint8Array;
  rowPx: number;
  channels: number;
  green: number;
  blue: number;
  hasAlpha: boolean;
};
type Views = [original: View, other: View];

function viewOf({ data, widthPx: rowPx, channels }: Pixels): View {
  const [green, blue] = channels < 3 ? ([0, 0] as const) : ([1, 2] as const);
  return { data, rowPx, channels, green, blue, hasAlpha: channels % 2 === 0 };
}

/** Returns the squared error of a pixel's colors and alpha. Ignores the colors of fully transparent pixels. */
function squaredError(one: View, two: View, pixel: number): number {
  const alpha = alphaOf(one, pixel);
  const alphaError = (alpha - alphaOf(two, pixel)) ** 2;
  if (alpha === 0) return alphaError;
  const [at, otherAt] = [pixel * one.channels, pixel * two.channels];
  const red = (one.data[at] ?? 0) - (two.data[otherAt] ?? 0);
  const green = (one.data[at + one.green] ?? 0) - (two.data[otherAt + two.green] ?? 0);
  const blue = (one.data[at + one.blue] ?? 0) - (two.data[otherAt + two.blue] ?? 0);
  return alphaError + red * red + green * green + blue * blue;
}

function alphaOf({ data, channels, hasAlpha }: View, pixel: number): number {
  return hasAlpha ? (data[(pixel + 1) * channels - 1] ?? 0) : 255;
}
