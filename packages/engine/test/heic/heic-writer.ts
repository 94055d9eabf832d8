import { BoxReader } from '../../src/heic/boxes.ts';
import { box, extents, u16, u32, type WrittenItem } from '../../src/heic/write-heic.ts';

/** HEVC image as encoded: the decoder configuration (`hvcC` box, including its header) and the coded data. */
export type Coded = { config: Buffer; data: Buffer; widthPx: number; heightPx: number };

/**
 * Returns a `clap` box, which crops an image. The offsets are from the image's center to the crop's center, in half
 * pixels.
 */
export const cropped = (widthPx: number, heightPx: number, rightHalves = 0, downHalves = 0) =>
  box('clap', u32(widthPx, 1, heightPx, 1, rightHalves, 2, downHalves, 2));
/** Returns the only image in a file created by `heif-enc` without thumbnail, alpha channel or EXIF. */
export function readCoded(file: Buffer): Coded {
  const reader = new BoxReader(file);
  const find = (start: number, end: number, type: string) => {
    for (const found of reader.boxes(start, end)) if (found.type === type) return found;
    throw new Error(`missing ${type} box`);
  };
  const meta = find(0, file.length, 'meta');
  const all = find(meta.start + 4, meta.end, 'iprp');
  const properties = find(all.start, all.end, 'ipco');
  const config = find(properties.start, properties.end, 'hvcC');
  const size = find(properties.start, properties.end, 'ispe');
  const data = find(0, file.length, 'mdat');
  return {
    config: Buffer.from(reader.bytes(config.start - 8, config.end)),
    data: Buffer.from(reader.bytes(data.start, data.end)),
    widthPx: reader.u32(size.start + 4),
    heightPx: reader.u32(size.start + 8),
  };
}

export function codedItem(id: number, coded: Coded, ...properties: Buffer[]): WrittenItem {
  const own = [coded.config, extents(coded.widthPx, coded.heightPx)];
  return { id, type: 'hvc1', data: coded.data, properties: [...own, ...properties] };
}

/** Returns a grid item (ISO/IEC 23008-12, 6.6.2.3.2). */
export function gridItem(
  id: number,
  grid: { rows: number; columns: number; widthPx: number; heightPx: number },
  ...properties: Buffer[]
): WrittenItem {
  const { rows, columns, widthPx, heightPx } = grid;
  const data = Buffer.concat([Buffer.from([0, 0, rows - 1, columns - 1]), u16(widthPx, heightPx)]);
  return { id, type: 'grid', data, properties: [extents(widthPx, heightPx), ...properties] };
}
