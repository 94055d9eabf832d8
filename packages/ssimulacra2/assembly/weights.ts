import { Scale } from './layout';
import { sums } from './maps';

// Weights and score curve from SSIMULACRA2 v2.1 (cloudinary/ssimulacra2, BSD-3-Clause).

/**
 * Weights of the mean error, then of its 4-norm, for structure, added edges and lost edges. Each of the channels X, Y
 * and B has six rows, one for each scale.
 */
// biome-ignore format: one row for each scale
const weights = memory.data<f64>([
  0.0, 0.0007376606707406586, 0.0, 0.0, 0.0007793481682867309, 0.0,
  0.0, 0.0004371155730107379, 0.0, 1.1041726426657346, 0.00066284834129271, 0.00015231632783718752,
  0.0, 0.0016406437456599754, 0.0, 1.8422455520539298, 11.441172603757666, 0.0,
  0.0007989109436015163, 0.000176816438078653, 0.0, 1.8787594979546387, 10.94906990605142, 0.0,
  0.0007289346991508072, 0.9677937080626833, 0.0, 0.00014003424285435884, 0.9981766977854967, 0.00031949755934435053,
  0.0004550992113792063, 0.0, 0.0, 0.0013648766163243398, 0.0, 0.0,
  0.0, 0.0, 0.0, 7.466890328078848, 0.0, 17.445833984131262,
  0.0006235601634041466, 0.0, 0.0, 6.683678146179332, 0.00037724407979611296, 1.027889937768264,
  225.20515300849274, 0.0, 0.0, 19.213238186143016, 0.0011401524586618361, 0.001237755635509985,
  176.39317598450694, 0.0, 0.0, 24.43300999870476, 0.28520802612117757, 0.0004485436923833408,
  0.0, 0.0, 0.0, 34.77906344483772, 44.835625328877896, 0.0,
  0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
  0.0, 0.0008680556573291698, 0.0, 0.0, 0.0, 0.0,
  0.0, 0.0005313191874358747, 0.0, 0.00016533814161379112, 0.0, 0.0,
  0.0, 0.0, 0.0, 0.0004179171803251336, 0.0017290828234722833, 0.0,
  0.0020827005846636437, 0.0, 0.0, 8.826982764996862, 23.19243343998926, 0.0,
  95.1080498811086, 0.9863978034400682, 0.9834382792465353, 0.0012286405048278493, 171.2667255897307, 0.9807858872435379,
  0.0, 0.0, 0.0, 0.0005130064588990679, 0.0, 0.00010854057858411537,
]);

/** For each channel and scale: the totals of `sums` over all parts so far, and the number of pixels covered. */
const totals = memory.data(18 * 56, 16);

function totalsOf(index: i32, channel: i32): usize {
  return totals + (channel * 6 + index) * 56;
}

export function clearParts(): void {
  memory.fill(totals, 0, 18 * 56);
}

/** Adds the `sums` of one channel to the totals. */
export function addPart(scale: Scale, index: i32, channel: i32): void {
  const at = totalsOf(index, channel);
  for (let offset = 0; offset < 48; offset += 8) {
    store<f64>(at + offset, load<f64>(at + offset) + load<f64>(sums + offset));
  }
  store<f64>(at, load<f64>(at, 48) + <f64>scale.widthPx * <f64>scale.heightPx, 48);
}

/** Returns the combined error of all parts, as if they were one image. */
export function weightedError(): f64 {
  let error: f64 = 0;
  for (let channel = 0; channel < 3; channel++) {
    for (let index = 0; index < 6; index++) error += channelError(index, channel);
  }
  return error;
}

function channelError(index: i32, channel: i32): f64 {
  const at = totalsOf(index, channel);
  const pixels = load<f64>(at, 48);
  if (pixels === 0) return 0;
  const row = weights + (channel * 6 + index) * 48;
  let error: f64 = 0;
  for (let map = 0; map < 3; map++) {
    const mean = load<f64>(at + map * 16) / pixels;
    const norm = Math.sqrt(Math.sqrt(load<f64>(at + map * 16, 8) / pixels));
    error += mean * load<f64>(row + map * 8) + norm * load<f64>(row + map * 8, 24);
  }
  return error;
}

/** Converts a weighted sum of errors, at least 0, to the score, at most 100. */
export function scoreOf(error: f64): f64 {
  const x = error * 0.9562382616834844;
  const bent = 2.326765642916932 * x - 0.020884521182843837 * x * x + 6.248496625763138e-5 * x * x * x;
  return bent > 0 ? 100 - 10 * bent ** 0.6276336467831387 : 100;
}
