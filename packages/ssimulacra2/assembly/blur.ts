import { blurRows, lineBytes, lineMarginBytes, lines, ring, ringRowBytes, Scale } from './layout';

/**
 * Weights of the reference implementation's blur, from the center outwards: a Gaussian of 1.5 px, approximated by
 * truncated cosines. All other weights are zero, so these nine taps are exact. Pixels outside the image count as zero.
 */
const tap0: f32 = 0.26462110548819856;
const tap1: f32 = 0.2129285920104222;
const tap2: f32 = 0.10933537277746032;
const tap3: f32 = 0.03601111465836437;
const tap4: f32 = 0.009414367809653707;
const reach: i32 = 4;

/**
 * Blurs a row of a plane, its squared values and its products with another plane. Rows must be requested in order,
 * starting at 0.
 * @returns the address of the row's vectors: plane, squares and products, alternating
 */
export function blurredRow(plane: usize, other: usize, scale: Scale, y: i32): usize {
  const firstNew = y === 0 ? 0 : y + reach;
  for (let row = firstNew; row <= min(y + reach, scale.heightPx - 1); row++) {
    const offset = <usize>row * scale.rowBytes;
    multiply(plane + offset, other + offset, scale.rowBytes);
    blurSideways(ring + (<usize>row % blurRows) * ringRowBytes, scale.rowBytes);
  }
  const result = ring + (blurRows + 1) * ringRowBytes;
  blurDown(scale, y, result);
  return result;
}

/** Fills the line buffers with a row, its squares and its products. */
function multiply(from: usize, other: usize, rowBytes: usize): void {
  const line = lines + lineMarginBytes;
  const squares = line + lineBytes;
  const products = squares + lineBytes;
  for (let offset: usize = 0; offset < rowBytes; offset += 16) {
    const value = v128.load(from + offset);
    v128.store(line + offset, value);
    v128.store(squares + offset, f32x4.mul(value, value));
    v128.store(products + offset, f32x4.mul(value, v128.load(other + offset)));
  }
  // Clear the margin, which may hold values of the previous scale of the image, whose rows were wider.
  for (let offset: usize = rowBytes; offset < rowBytes + lineMarginBytes; offset += 16) {
    v128.store(line + offset, i32x4(0, 0, 0, 0));
    v128.store(squares + offset, i32x4(0, 0, 0, 0));
    v128.store(products + offset, i32x4(0, 0, 0, 0));
  }
}

function blurSideways(to: usize, rowBytes: usize): void {
  const end = to + 3 * rowBytes;
  let from = lines + lineMarginBytes - 16;
  const step = lineBytes;
  for (let at = to; at < end; at += 48) {
    v128.store(at, sideways(from));
    v128.store(at, sideways(from + step), 16);
    v128.store(at, sideways(from + 2 * step), 32);
    from += 16;
  }
}

/** Returns four horizontally blurred pixels. `from` points to the pixel four positions before the first of them. */
function sideways(from: usize): v128 {
  return weighted(
    v128.load(from, 16),
    f32x4.add(v128.load(from, 12), v128.load(from, 20)),
    f32x4.add(v128.load(from, 8), v128.load(from, 24)),
    f32x4.add(v128.load(from, 4), v128.load(from, 28)),
    f32x4.add(v128.load(from), v128.load(from, 32)),
  );
}

function weighted(middle: v128, next: v128, second: v128, third: v128, last: v128): v128 {
  let sum = f32x4.mul(last, f32x4.splat(tap4));
  sum = f32x4.relaxed_madd(third, f32x4.splat(tap3), sum);
  sum = f32x4.relaxed_madd(second, f32x4.splat(tap2), sum);
  sum = f32x4.relaxed_madd(next, f32x4.splat(tap1), sum);
  return f32x4.relaxed_madd(middle, f32x4.splat(tap0), sum);
}

function ringRow(y: i32, heightPx: i32): usize {
  return ring + (y < 0 || y >= heightPx ? blurRows : <usize>y % blurRows) * ringRowBytes;
}

function blurDown(scale: Scale, y: i32, to: usize): void {
  const height = scale.heightPx;
  const rowM4 = ringRow(y - 4, height) - to;
  const rowM3 = ringRow(y - 3, height) - to;
  const rowM2 = ringRow(y - 2, height) - to;
  const rowM1 = ringRow(y - 1, height) - to;
  const row0 = ringRow(y, height) - to;
  const rowP1 = ringRow(y + 1, height) - to;
  const rowP2 = ringRow(y + 2, height) - to;
  const rowP3 = ringRow(y + 3, height) - to;
  const rowP4 = ringRow(y + 4, height) - to;
  const end = to + 3 * scale.rowBytes;
  for (let at = to; at < end; at += 16) {
    const result = weighted(
      v128.load(at + row0),
      f32x4.add(v128.load(at + rowM1), v128.load(at + rowP1)),
      f32x4.add(v128.load(at + rowM2), v128.load(at + rowP2)),
      f32x4.add(v128.load(at + rowM3), v128.load(at + rowP3)),
      f32x4.add(v128.load(at + rowM4), v128.load(at + rowP4)),
    );
    v128.store(at, result);
  }
}
