/**
 * Averages blocks of two by two pixels. Reads two rows of three planes `step` bytes apart and writes a row of planes
 * `toStep` bytes apart. If the image width is odd, the last pixel is repeated.
 */
export function halve(upper: usize, lower: usize, step: usize, widthPx: i32, to: usize, toStep: usize): void {
  for (let channel: usize = 0; channel < 3; channel++) {
    const first = upper + channel * step;
    const second = lower + channel * step;
    repeatLast(first, widthPx);
    repeatLast(second, widthPx);
    halveRow(first, second, to + channel * toStep, (widthPx + 1) >> 1);
  }
}

function repeatLast(row: usize, widthPx: i32): void {
  const end = row + (widthPx << 2);
  if (widthPx & 1) store<f32>(end, load<f32>(end - 4));
}

function halveRow(upper: usize, lower: usize, to: usize, targetPx: i32): void {
  const quarter = f32x4.splat(0.25);
  const end = to + (targetPx << 2);
  let offset: usize = 0;
  for (let at = to; at < end; at += 16) {
    const left = f32x4.add(v128.load(upper + offset), v128.load(lower + offset));
    const right = f32x4.add(v128.load(upper + offset, 16), v128.load(lower + offset, 16));
    const even = v128.shuffle<f32>(left, right, 0, 2, 4, 6);
    const odd = v128.shuffle<f32>(left, right, 1, 3, 5, 7);
    v128.store(at, f32x4.mul(f32x4.add(even, odd), quarter));
    offset += 32;
  }
}
