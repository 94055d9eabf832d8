// Matrix, bias and scaling of XYB, from SSIMULACRA2 v2.1 (cloudinary/ssimulacra2, BSD-3-Clause).

const bias: f32 = 0.0037930732552754493;
/** Cube root of the bias. */
const biasRoot: f32 = 0.15595420054924863;

/** Converts a row of linear red, green and blue, `step` bytes apart, to Y. Writes zeros after the last pixel. */
export function toLuma(from: usize, step: usize, to: usize, widthPx: i32): void {
  const end = to + (widthPx << 2);
  let at = from;
  for (let target = to; target < end; target += 16) {
    const red = v128.load(at);
    const green = v128.load(at + step);
    const blue = v128.load(at + 2 * step);
    const luma = f32x4.add(longResponse(red, green, blue), mediumResponse(red, green, blue));
    v128.store(target, v128.and(scaledLuma(luma), pixelsBefore(target, end)));
    at += 16;
  }
}

/** Converts rows of linear red, green and blue, `step` bytes apart, to X, Y and, if needed, B, padded with zeros. */
export function toXyb(row: usize, step: usize, widthPx: i32, needsB: bool): void {
  const end = row + (widthPx << 2);
  for (let at = row; at < end; at += 16) {
    const red = v128.load(at);
    const green = v128.load(at + step);
    const blue = v128.load(at + 2 * step);
    const long = longResponse(red, green, blue);
    const medium = mediumResponse(red, green, blue);
    const mask = pixelsBefore(at, end);
    const x = f32x4.add(f32x4.mul(f32x4.sub(long, medium), f32x4.splat(7)), f32x4.splat(0.42));
    const sum = f32x4.add(long, medium);
    v128.store(at, v128.and(x, mask));
    v128.store(at + step, v128.and(scaledLuma(sum), mask));
    if (needsB) {
      const difference = f32x4.sub(shortResponse(red, green, blue), f32x4.mul(sum, f32x4.splat(0.5)));
      v128.store(at + 2 * step, v128.and(f32x4.add(difference, f32x4.splat(0.55)), mask));
    }
  }
}

/** Returns a mask of the four lanes of the vector at `at`. A lane is set if its address is before `end`. */
export function pixelsBefore(at: usize, end: usize): v128 {
  return i32x4.lt_s(i32x4(0, 4, 8, 12), i32x4.splat(<i32>(end - at)));
}

function scaledLuma(sum: v128): v128 {
  return f32x4.add(f32x4.mul(sum, f32x4.splat(0.5)), f32x4.splat(0.01));
}

function longResponse(red: v128, green: v128, blue: v128): v128 {
  return response(red, 0.3, green, 0.622, blue, 0.078);
}

function mediumResponse(red: v128, green: v128, blue: v128): v128 {
  return response(red, 0.23, green, 0.692, blue, 0.078);
}

function shortResponse(red: v128, green: v128, blue: v128): v128 {
  return response(red, 0.24342268924547819, green, 0.20476744424496821, blue, 0.5518098665095535);
}

function response(red: v128, ofRed: f32, green: v128, ofGreen: f32, blue: v128, ofBlue: f32): v128 {
  const mixed = f32x4.add(
    f32x4.add(f32x4.mul(red, f32x4.splat(ofRed)), f32x4.mul(green, f32x4.splat(ofGreen))),
    f32x4.add(f32x4.mul(blue, f32x4.splat(ofBlue)), f32x4.splat(bias)),
  );
  return f32x4.sub(cubeRoot(mixed), f32x4.splat(biasRoot));
}

/** Returns the cube roots of four positive numbers: an estimate from the exponent, refined by two Halley iterations. */
function cubeRoot(value: v128): v128 {
  const third = f32x4.mul(f32x4.convert_i32x4_s(value), f32x4.splat(1.0 / 3.0));
  const guess = i32x4.add(i32x4.trunc_sat_f32x4_s(third), i32x4.splat(709921077));
  return betterRoot(betterRoot(guess, value), value);
}

function betterRoot(root: v128, value: v128): v128 {
  const cube = f32x4.mul(f32x4.mul(root, root), root);
  const top = f32x4.add(f32x4.add(value, value), cube);
  const bottom = f32x4.add(f32x4.add(cube, cube), value);
  return f32x4.mul(root, f32x4.div(top, bottom));
}
