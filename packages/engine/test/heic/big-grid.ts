import { turned, writeHeic } from '../../src/heic/write-heic.ts';
import { fixture } from './harness.ts';
import { codedItem, gridItem, readCoded } from './heic-writer.ts';

/** Returns a large, rotated HEIC file as a phone would create it: a grid that repeats one tile of 512 × 512 pixels. */
export function bigGrid(columns: number, rows: number): Buffer {
  const tile = readCoded(fixture('tile-512'));
  const ids = Array.from({ length: columns * rows }, (_, index) => index + 1);
  const shape = { columns, rows, widthPx: columns * 512, heightPx: rows * 512 };
  const gridId = ids.length + 1;
  const items = ids.map((id) => ({ ...codedItem(id, tile), isHidden: true }));
  return writeHeic({
    brands: ['heic', 'mif1', 'heic'],
    primaryId: gridId,
    items: [...items, gridItem(gridId, shape, turned(3))],
    references: [{ type: 'dimg', from: gridId, to: ids }],
  });
}
