import type { Pixels } from './picture.ts';

const tilePx = 64;

/**
 * Root mean square difference, 0 to 255, of the tile that differs most: a mean over the whole picture would hide
 * a ruined photo in the corner of a screenshot. Transparent pixels differ by their alpha only.
 * Both pictures have the same size and channels.
 */
export function worstTileError(one: Pixels, other: Pixels): number {
  const columns = Math.ceil(one.widthPx / tilePx);
  const sums = new Float64Array(columns * Math.ceil(one.heightPx / tilePx));
  const counts = new Uint32Array(sums.length);
  for (let row = 0; row < one.heightPx; row++) {
    for (let column = 0; column < one.widthPx; column++) {
      const tile = Math.floor(row / tilePx) * columns + Math.floor(column / tilePx);
      const at = (row * one.widthPx + column) * one.channels;
      sums[tile] = (sums[tile] ?? 0) + squaredError(one, other, at);
      counts[tile] = (counts[tile] ?? 0) + 1;
    }
  }
  let worst = 0;
  sums.forEach((sum, tile) => {
    worst = Math.max(worst, sum / (counts[tile] ?? 1));
  });
  return Math.sqrt(worst);
}

/** Of one pixel, the mean over its colour channels plus that of its alpha. */
function squaredError({ data, channels }: Pixels, other: Pixels, at: number): number {
  const colors = channels === 4 ? 3 : channels;
  const opacity = channels === 4 ? (data[at + 3] ?? 0) / 255 : 1;
  let sum = 0;
  for (let channel = at; channel < at + colors; channel++) {
    const difference = (data[channel] ?? 0) - (other.data[channel] ?? 0);
    sum += difference * difference;
  }
  const alpha = channels === 4 ? (data[at + 3] ?? 0) - (other.data[at + 3] ?? 0) : 0;
  return (sum * opacity) / colors + alpha * alpha;
}
