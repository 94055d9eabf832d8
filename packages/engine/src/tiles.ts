import type { Sharp } from 'sharp';
import type { Pixels } from './image.ts';

/**
 * Tiles of equal size distributed over an image. When joined, they form a small image that represents the whole image.
 */
export type Tiles = { columns: number; widthPx: number; heightPx: number; places: Place[] };

type Place = { left: number; top: number };

export const tilePx = 192;
/**
 * Block size in pixels of WebP and of JPEG with subsampled chroma. Aligned tiles are encoded like the same blocks in
 * the whole image.
 */
const alignmentPx = 16;
/** Step of a sequence in [0, 1): multiples of the golden ratio, modulo 1, are evenly distributed and never repeat. */
const goldenRatio = 0.618;

/** Returns about `count` tiles in at most `maxRows` rows. Each grid cell contains one tile at a varying position. */
export function spreadTiles(
  size: { widthPx: number; heightPx: number },
  count: number,
  maxRows = Infinity,
): Tiles {
  const widthPx = Math.min(tilePx, size.widthPx);
  const heightPx = Math.min(tilePx, size.heightPx);
  const mostColumns = Math.floor(size.widthPx / widthPx);
  const mostRows = Math.min(maxRows, Math.floor(size.heightPx / heightPx));
  const wanted = Math.sqrt((count * size.widthPx) / size.heightPx);
  const columns = clamp(Math.round(Math.min(wanted, count)), Math.ceil(count / mostRows), mostColumns);
  const rows = clamp(Math.round(count / columns), 1, mostRows);
  const places = Array.from({ length: columns * rows }, (_, n) => ({
    left: spot(n % columns, columns, size.widthPx, widthPx, n * goldenRatio),
    top: spot(Math.floor(n / columns), rows, size.heightPx, heightPx, n * goldenRatio ** 2),
  }));
  return { columns, widthPx, heightPx, places };
}

/** Returns the start of a tile. `fraction` (modulo 1) is its position within the remaining space of its grid cell. */
function spot(cell: number, cells: number, sidePx: number, tile: number, fraction: number): number {
  const cellPx = sidePx / cells;
  const start = cell * cellPx + (fraction % 1) * (cellPx - tile);
  return Math.floor(start / alignmentPx) * alignmentPx;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(1, Math.min(most, Math.max(least, value)));
}

/**
 * Returns the tiles of an image that is not kept in memory. Decodes the image separately for each row of tiles, which
 * takes more time but only a fraction of the memory.
 */
export async function readTileRows(open: () => Sharp, width: number, tiles: Tiles): Promise<Pixels> {
  const { columns, places } = tiles;
  const mosaics: Pixels[] = [];
  for (let first = 0; first < places.length; first += columns) {
    const row = places.slice(first, first + columns);
    const top = Math.min(...row.map((place) => place.top));
    const height = Math.max(...row.map((place) => place.top)) + tiles.heightPx - top;
    const strip = await readPixels(open().extract({ left: 0, top, width, height }));
    mosaics.push(
      cutTiles(strip, { ...tiles, places: row.map(({ left, top: at }) => ({ left, top: at - top })) }),
    );
  }
  return stack(mosaics);
}

export async function readPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { data, widthPx: info.width, heightPx: info.height, channels: info.channels };
}

export function cutTiles(pixels: Pixels, { columns, widthPx, heightPx, places }: Tiles): Pixels {
  const { channels } = pixels;
  const mosaic: Pixels = {
    data: Buffer.allocUnsafe(places.length * widthPx * heightPx * channels),
    widthPx: columns * widthPx,
    heightPx: (places.length / columns) * heightPx,
    channels,
  };
  for (const [index, { left, top }] of places.entries()) {
    const at = { left: (index % columns) * widthPx, top: Math.floor(index / columns) * heightPx };
    for (let row = 0; row < heightPx; row += 1) {
      const from = ((top + row) * pixels.widthPx + left) * channels;
      const to = ((at.top + row) * mosaic.widthPx + at.left) * channels;
      pixels.data.copy(mosaic.data, to, from, from + widthPx * channels);
    }
  }
  return mosaic;
}

/** Stacks images vertically. All images must have the same width and number of channels. */
export function stack(mosaics: Pixels[]): Pixels {
  const [first] = mosaics;
  if (!first) throw new RangeError('expected at least one image to stack');
  const data = mosaics.length === 1 ? first.data : Buffer.concat(mosaics.map((mosaic) => mosaic.data));
  return { ...first, data, heightPx: mosaics.reduce((sum, { heightPx }) => sum + heightPx, 0) };
}
