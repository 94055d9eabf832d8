import { blurredRow } from './blur';
import { pixelsBefore } from './color';
import { Scale } from './layout';

/** Constant that stabilizes SSIM's division by small numbers; from cloudinary/ssimulacra2 v2.1, BSD-3-Clause. */
const steady: f32 = 0.0009;

/** Sums of the first and fourth powers of three error maps: structure, added edges, lost edges. */
export const sums = memory.data(6 * 8, 16);

/** Stores the blurred values and variances of the original, for later comparisons. */
export function prepareChannel(scale: Scale, channel: i32): void {
  const offset = scale.channelOffset(channel);
  const plane = scale.original + offset;
  for (let y = 0; y < scale.heightPx; y++) {
    let blurred = blurredRow(plane, plane, scale, y);
    const start = offset + <usize>y * scale.rowBytes;
    const end = start + scale.rowBytes;
    for (let at = start; at < end; at += 16) {
      const mean = v128.load(blurred);
      v128.store(scale.means + at, mean);
      v128.store(scale.variances + at, f32x4.sub(v128.load(blurred, 16), f32x4.mul(mean, mean)));
      blurred += 48;
    }
  }
}

/** Fills `sums` with the errors of one channel at one scale. */
export function compareChannel(scale: Scale, channel: i32): void {
  memory.fill(sums, 0, 48);
  const offset = scale.channelOffset(channel);
  const original = scale.original + offset;
  const distorted = scale.distorted + offset;
  for (let y = 0; y < scale.heightPx; y++) {
    const blurred = blurredRow(distorted, original, scale, y);
    compareRow(scale, offset + <usize>y * scale.rowBytes, blurred);
  }
}

function compareRow(scale: Scale, offset: usize, blurred: usize): void {
  const end = offset + (scale.widthPx << 2);
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  let structure1 = zero;
  let structure4 = zero;
  let added1 = zero;
  let added4 = zero;
  let lost1 = zero;
  let lost4 = zero;
  let from = blurred;
  for (let at = offset; at < end; at += 16) {
    const mask = pixelsBefore(at, end);
    const mean1 = v128.load(scale.means + at);
    const mean2 = v128.load(from);
    const variance2 = f32x4.sub(v128.load(from, 16), f32x4.mul(mean2, mean2));
    const covariance = f32x4.sub(v128.load(from, 32), f32x4.mul(mean1, mean2));
    from += 48;
    const variances = f32x4.add(v128.load(scale.variances + at), variance2);
    const structure = v128.and(structureError(mean1, mean2, variances, covariance), mask);
    structure1 = f32x4.add(structure1, structure);
    structure4 = f32x4.add(structure4, fourth(structure));

    const edge1 = f32x4.abs(f32x4.sub(v128.load(scale.original + at), mean1));
    const edge2 = f32x4.abs(f32x4.sub(v128.load(scale.distorted + at), mean2));
    const change = v128.and(f32x4.div(f32x4.sub(edge2, edge1), f32x4.add(one, edge1)), mask);
    const added = f32x4.max(change, zero);
    const lost = f32x4.sub(added, change);
    added1 = f32x4.add(added1, added);
    added4 = f32x4.add(added4, fourth(added));
    lost1 = f32x4.add(lost1, lost);
    lost4 = f32x4.add(lost4, fourth(lost));
  }
  addTo(0, structure1, structure4);
  addTo(1, added1, added4);
  addTo(2, lost1, lost4);
}

/** Returns one minus SSIM. As in SSIMULACRA2, the term that divides by the brightness is omitted. */
function structureError(mean1: v128, mean2: v128, variances: v128, covariance: v128): v128 {
  const one = f32x4.splat(1);
  const step = f32x4.sub(mean1, mean2);
  const closeness = f32x4.sub(one, f32x4.mul(step, step));
  const top = f32x4.add(f32x4.add(covariance, covariance), f32x4.splat(steady));
  const bottom = f32x4.add(variances, f32x4.splat(steady));
  const error = f32x4.sub(one, f32x4.div(f32x4.mul(closeness, top), bottom));
  return f32x4.max(error, f32x4.splat(0));
}

function fourth(value: v128): v128 {
  const square = f32x4.mul(value, value);
  return f32x4.mul(square, square);
}

/** Adds the sums of a row to those of the image. f32 is accurate enough for a row, but the image needs f64. */
function addTo(map: i32, first: v128, fourthPowers: v128): void {
  const at = sums + map * 16;
  store<f64>(at, load<f64>(at) + total(first));
  store<f64>(at, load<f64>(at, 8) + total(fourthPowers), 8);
}

function total(lanes: v128): f64 {
  return (
    <f64>f32x4.extract_lane(lanes, 0) +
    <f64>f32x4.extract_lane(lanes, 1) +
    <f64>f32x4.extract_lane(lanes, 2) +
    <f64>f32x4.extract_lane(lanes, 3)
  );
}
