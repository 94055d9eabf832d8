import type { Box, BoxReader } from './boxes.ts';
import type { Item } from './container.ts';

/** A transform from the coded to the displayed image (ISO/IEC 23008-12, 6.5.9 to 6.5.12). Lengths are in pixels. */
export type Transform =
  | Crop
  /** Number of counterclockwise 90-degree rotations. */
  | { kind: 'turn'; quarters: number }
  | { kind: 'mirror'; exchanges: 'rows' | 'columns' };

/** A crop. `whole` is the size before cropping; `boxStart` is the offset of the box's payload in the file. */
export type Crop = SizePx & { kind: 'crop'; left: number; top: number; whole: SizePx; boxStart: number };

export type SizePx = { widthPx: number; heightPx: number };

/**
 * Returns an item's transforms, in the order in which they apply, and the resulting image size.
 * @throws RangeError if a box is malformed
 */
export function readTransforms(
  reader: BoxReader,
  item: Item,
  coded: SizePx,
): { transforms: Transform[]; size: SizePx } {
  let size = coded;
  const transforms: Transform[] = [];
  for (const property of item.properties) {
    const transform = readTransform(reader, property, size);
    if (!transform) continue;
    transforms.push(transform);
    size = sizeAfter(transform, size);
  }
  return { transforms, size };
}

function readTransform(reader: BoxReader, box: Box, size: SizePx): Transform | undefined {
  if (box.type === 'clap') return readCrop(reader, box, size);
  if (box.type === 'irot') return { kind: 'turn', quarters: reader.u8(box.start) & 3 };
  if (box.type !== 'imir') return undefined;
  return { kind: 'mirror', exchanges: (reader.u8(box.start) & 1) === 0 ? 'rows' : 'columns' };
}

function sizeAfter(transform: Transform, size: SizePx): SizePx {
  if (transform.kind === 'crop') return { widthPx: transform.widthPx, heightPx: transform.heightPx };
  const isOnItsSide = transform.kind === 'turn' && transform.quarters % 2 === 1;
  return isOnItsSide ? { widthPx: size.heightPx, heightPx: size.widthPx } : size;
}

/**
 * Reads the width and height of a crop and the offset of its center (positive: right and down), as fractions (ISO/IEC
 * 14496-12, 12.1.4).
 */
function readCrop(reader: BoxReader, { start }: Box, whole: SizePx): Transform {
  const widthPx = Math.round(reader.u32(start) / reader.u32(start + 4));
  const heightPx = Math.round(reader.u32(start + 8) / reader.u32(start + 12));
  const right = reader.i32(start + 16) / reader.u32(start + 20);
  const down = reader.i32(start + 24) / reader.u32(start + 28);
  const left = cropStart(whole.widthPx, widthPx, right);
  const top = cropStart(whole.heightPx, heightPx, down);
  return { kind: 'crop', left, top, widthPx, heightPx, whole, boxStart: start };
}

/** Returns the first row or column of a crop. The negated condition also rejects NaN (from a zero denominator). */
function cropStart(wholePx: number, partPx: number, offsetPx: number): number {
  const room = wholePx - partPx;
  const at = Math.floor(room / 2 + offsetPx);
  if (!(partPx >= 1 && room >= 0 && Number.isFinite(at)))
    throw new RangeError('invalid HEIC: crop exceeds the image');
  return Math.min(Math.max(at, 0), room);
}

/**
 * A view of pixels in memory. `at` is the offset of the first pixel. `rightBytes` is the distance between columns, and
 * `downBytes` is the distance between rows.
 */
export type PixelView = SizePx & { data: Uint8Array; at: number; rightBytes: number; downBytes: number };

/** Returns a view of the same bytes with a transform applied. */
export function transformed(view: PixelView, transform: Transform): PixelView {
  const { at, rightBytes, downBytes } = view;
  const lastColumn = at + (view.widthPx - 1) * rightBytes;
  const lastRow = at + (view.heightPx - 1) * downBytes;
  switch (transform.kind) {
    case 'crop': {
      const { left, top, widthPx, heightPx } = transform;
      return { ...view, widthPx, heightPx, at: at + left * rightBytes + top * downBytes };
    }
    case 'mirror':
      return transform.exchanges === 'rows'
        ? { ...view, at: lastRow, downBytes: -downBytes }
        : { ...view, at: lastColumn, rightBytes: -rightBytes };
    case 'turn':
      return Array.from({ length: transform.quarters }).reduce<PixelView>(turnedOnce, view);
  }
}

/** Rotates a view by 90 degrees counterclockwise: the last column becomes the first row. */
function turnedOnce(view: PixelView): PixelView {
  return {
    data: view.data,
    widthPx: view.heightPx,
    heightPx: view.widthPx,
    at: view.at + (view.widthPx - 1) * view.rightBytes,
    rightBytes: view.downBytes,
    downBytes: -view.rightBytes,
  };
}

/** Side length of a block in pixels. Copying rotated images in blocks improves the locality of memory accesses. */
const blockPx = 32;

/** Copies the pixels of a view to `target`, row by row without gaps. `target` must have the exact size. */
export function copyPixels(view: PixelView, channels: 3 | 4, target: Uint8Array): void {
  if (view.rightBytes === channels) {
    copyRows(view, target);
    return;
  }
  for (let top = 0; top < view.heightPx; top += blockPx) {
    for (let left = 0; left < view.widthPx; left += blockPx) copyBlock(view, channels, target, left, top);
  }
}

function copyRows(view: PixelView, target: Uint8Array): void {
  const rowBytes = view.widthPx * view.rightBytes;
  for (let row = 0; row < view.heightPx; row++) {
    const from = view.at + row * view.downBytes;
    target.set(view.data.subarray(from, from + rowBytes), row * rowBytes);
  }
}

function copyBlock(view: PixelView, channels: 3 | 4, target: Uint8Array, left: number, top: number): void {
  const { data, widthPx, rightBytes, downBytes } = view;
  const bottom = Math.min(top + blockPx, view.heightPx);
  const right = Math.min(left + blockPx, widthPx);
  for (let row = top; row < bottom; row++) {
    let from = view.at + row * downBytes + left * rightBytes;
    let to = (row * widthPx + left) * channels;
    for (let column = left; column < right; column++, from += rightBytes, to += channels) {
      // `channel` is always a valid index.
      for (let channel = 0; channel < channels; channel++)
        target[to + channel] = data[from + channel] as number;
    }
  }
}
