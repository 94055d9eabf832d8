import { pixelsToBytes, roundUp } from './sizes';

/** Maximum number of scales: the image itself and five halvings. */
export const maxScales: i32 = 6;

/** Images with a width or height below this value are not halved again. */
const minSidePx: i32 = 8;

/** Bytes that the blur reads beyond both ends of a row. They are never written, so they stay zero. */
export const lineMarginBytes: usize = 32;

/** Number of rows that contribute to a blurred row. */
export const blurRows: usize = 9;

/**
 * One scale of the original and the distorted image. Planes hold f32 values in rows of whole vectors, with zeros after
 * the last pixel. Channels are X, Y, B; during conversion the planes hold linear red, green and blue instead.
 */
@unmanaged
export class Scale {
  widthPx: i32;
  heightPx: i32;
  rowBytes: usize;
  planeBytes: usize;
  /** Channels from this one up to `endChannel` (exclusive) are compared; the weights of the others are negligible. */
  firstChannel: i32;
  endChannel: i32;
  /** Addresses of the images' planes, starting with `firstChannel`. */
  original: usize;
  distorted: usize;
  /** Blurred planes of the original, and its variances: blurred squares minus squares of the blurred planes. */
  means: usize;
  variances: usize;

  channelOffset(channel: i32): usize {
    return <usize>(channel - this.firstChannel) * this.planeBytes;
  }
}

const scales = memory.data(maxScales * offsetof<Scale>(), 16);
let scaleTotal: i32 = 0;

/** Address of the 8-bit input pixels, at most four bytes each. */
export let pixelsAddress: usize = 0;
/** Address of two rows of linear red, green and blue, from which the first scale is computed. */
export let linearRows: usize = 0;
export let linearRowBytes: usize = 0;
/**
 * Address of the three lines that are blurred for each row: the row, its squares and its products. Each line has a
 * margin on both sides.
 */
export let lines: usize = 0;
export let lineBytes: usize = 0;
/**
 * Address of the last horizontally blurred rows, followed by a row of zeros and a row for the result. Each row
 * alternates vectors of the three blurred lines.
 */
export let ring: usize = 0;
export let ringRowBytes: usize = 0;

export function scaleCount(): i32 {
  return scaleTotal;
}

export function scaleAt(index: i32): Scale {
  return changetype<Scale>(scales + index * offsetof<Scale>());
}

/** Assigns the addresses for an image of this size and grows the memory. @returns whether there is enough memory */
export function layOut(widthPx: i32, heightPx: i32): bool {
  let end: u64 = roundUp(<u64>__heap_base, 16);
  pixelsAddress = <usize>end;
  end += roundUp(<u64>widthPx * <u64>heightPx * 4, 16);
  end = layOutRows(end, widthPx);
  end = layOutScales(end, widthPx, heightPx);
  const pages = <i32>((end + 0xffff) >> 16);
  // Excludes the last page, so that no address after a row overflows to 0.
  if (pages > 0xffff) return false;
  const missing = pages - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) return false;
  memory.fill(lines, 0, 3 * lineBytes);
  memory.fill(ring, 0, (blurRows + 1) * ringRowBytes);
  return true;
}

function layOutRows(start: u64, widthPx: i32): u64 {
  const rowBytes = pixelsToBytes(widthPx);
  linearRows = <usize>start;
  // Halving reads two vectors at a time, so it can read beyond the end of a row.
  linearRowBytes = <usize>rowBytes + 32;
  lines = linearRows + 6 * linearRowBytes;
  lineBytes = <usize>rowBytes + 2 * lineMarginBytes;
  ring = lines + 3 * lineBytes;
  ringRowBytes = 3 * <usize>rowBytes;
  return <u64>(ring + (blurRows + 2) * ringRowBytes);
}

function layOutScales(start: u64, widthPx: i32, heightPx: i32): u64 {
  let end = start;
  let width = widthPx;
  let height = heightPx;
  scaleTotal = 0;
  while (scaleTotal < maxScales) {
    end = layOutScale(scaleAt(scaleTotal), scaleTotal, width, height, end);
    scaleTotal++;
    if (width < minSidePx || height < minSidePx) break;
    width = (width + 1) >> 1;
    height = (height + 1) >> 1;
  }
  // Halving reads one vector beyond the last row.
  return end + 16;
}

function layOutScale(scale: Scale, index: i32, widthPx: i32, heightPx: i32, start: u64): u64 {
  scale.widthPx = widthPx;
  scale.heightPx = heightPx;
  const planeBytes = pixelsToBytes(widthPx) * <u64>heightPx;
  scale.rowBytes = <usize>pixelsToBytes(widthPx);
  scale.planeBytes = <usize>planeBytes;
  scale.firstChannel = index === 0 ? 1 : 0;
  scale.endChannel = index < 3 ? 2 : 3;
  const planes: u64 = index === 0 ? 1 : 3;
  const compared: u64 = scale.endChannel - scale.firstChannel;
  scale.original = <usize>start;
  scale.distorted = <usize>(start + planes * planeBytes);
  scale.means = <usize>(start + 2 * planes * planeBytes);
  scale.variances = <usize>(start + (2 * planes + compared) * planeBytes);
  return start + 2 * (planes + compared) * planeBytes;
}
