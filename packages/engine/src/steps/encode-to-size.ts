import { autoFormats, type EncodedFormat } from '@gossamer/contracts/formats';
import type { Contest } from '../candidate.ts';
import type { Output } from '../codecs/codec.ts';
import { canHold, outputOf } from '../codecs/registry.ts';
import type { ExactVariant, LossyVariant } from '../codecs/variant.ts';
import { competingNamedFormats } from '../competing-formats.ts';
import { compareFits, exactFit, type Fit, type FitGoal, lossyFit, lossyFits } from '../file-size/fit.ts';
import { fitPalette } from '../file-size/palette-fit.ts';
import { raise } from '../file-size/raise.ts';
import type { SizeLimits } from '../file-size/size-limits.ts';
import { better } from '../finish.ts';
import { type Encoded, type Image, megapixel, pixelCount } from '../image.ts';
import { hasTags, type Tags } from '../preserve/preserved.ts';
import { type Curve, interpolate } from '../quality.ts';
import type { ImageScorers } from '../scorers.ts';
import { contestOf, encode, type Outcome } from './encode.ts';
import type { Plan } from './plan.ts';

/** Score that photographs usually reach, as a function of the bytes per pixel. The first trials use it. */
const usualScores: Curve = [
  [0.004, 10],
  [0.015, 35],
  [0.04, 55],
  [0.09, 68],
  [0.2, 80],
  [0.4, 88],
  [0.8, 94],
];

/** A variant is encoded only if its expected score exceeds the best file's score by more than this number of points. */
const promisingPoints = 1;
/** Above this ratio of expected size to maximum size, a variant is encoded only if no other file fits. */
const hopelessShare = 1.5;
/** Maximum number of pixels for which palettes, which are slow, are tried even if another file fits. */
const maxPalettePixels = 6 * megapixel;

/**
 * Encodes the image within the limits of the file size, including the metadata tags. With a maximum size, the image
 * looks as good as possible. With a minimum size only, it reaches the target score or more. If no encoding is within
 * the limits, returns the file whose size is closest.
 * @throws EngineError `unsupported_format` if JPEG is the only requested format and the image is transparent
 */
export async function encodeToSize(
  image: Image,
  plan: Plan & { sizeLimits: SizeLimits },
  scorers: ImageScorers,
  tags: Tags,
): Promise<Outcome> {
  const { sizeLimits } = plan;
  const sizeOf = (file: Buffer, format: EncodedFormat) =>
    hasTags(tags) ? outputOf(format).tag(file, tags).length : file.length;
  const goal = { maxBytes: sizeLimits.maxBytes, sufficientScore: plan.targetScore, sizeOf };
  const isLimited = goal.maxBytes < Infinity;
  const outcome = await (isLimited ? encodeBest(image, plan, scorers, goal) : encode(image, plan, scorers));
  if (sizeOf(outcome.data, outcome.format) >= sizeLimits.minBytes) return outcome;
  const outputs = outputsFor(image, plan);
  const contest = contestOf(image, plan, scorers, outputs);
  const { probes, bytesAtScore } = outcome;
  const raised = await raise(contest, outputs, outcome, sizeLimits, goal);
  return { ...raised, probes, ...(bytesAtScore && { bytesAtScore }) };
}

/** Returns the best file that fits, among all variants of all allowed formats, or the smallest file if none fits. */
async function encodeBest(image: Image, plan: Plan, scorers: ImageScorers, goal: FitGoal): Promise<Outcome> {
  const outputs = outputsFor(image, plan);
  const usualScore = interpolate(usualScores, goal.maxBytes / pixelCount(image));
  const targetScore = Math.min(goal.sufficientScore, usualScore);
  const contest = contestOf(image, { ...plan, targetScore }, scorers, outputs);
  const fits = (await Promise.all(outputs.map((output) => fitsOf(contest, output, goal)))).flat();
  const files = await writeBest(contest, fits, outputs, goal);
  const sizeOf = ({ data, format }: Encoded) => goal.sizeOf(data, format);
  const isFitting = (file: Encoded) => sizeOf(file) <= goal.maxBytes;
  const jpeg = unsuitedJpeg(image, plan, outputs);
  if (jpeg && !files.some(isFitting))
    files.push(...(await writeBest(contest, await fitsOf(contest, jpeg, goal), [jpeg], goal)));
  const fitting = files.filter(isFitting);
  const best =
    fitting.length > 0
      ? fitting.reduce((one, other) => better(one, other, goal.sufficientScore))
      : files.reduce((one, other) => (sizeOf(other) < sizeOf(one) ? other : one));
  return {
    ...best,
    probes: fits.reduce((sum, { probes }) => sum + probes, 0),
    bytesAtScore: (score) => Math.min(...fits.map(({ bytesAtScore }) => bytesAtScore?.(score) ?? Infinity)),
  };
}

/** Returns the allowed formats, including those that are too slow to try if the file size is not limited. */
function outputsFor(image: Image, plan: Plan): Output[] {
  const named = competingNamedFormats(image, plan);
  if (named) return named;
  const isStill = image.pages === 1;
  const isPossible = ({ format }: Output) => {
    if (format === 'jpeg') return image.kind === 'photo' && !image.hasAlpha && isStill;
    return format === 'webp' || (image.palette !== undefined && isStill);
  };
  const outputs = autoFormats.map(outputOf).filter((output) => isPossible(output) && canHold(output, image));
  return outputs.length > 0 ? outputs : [outputOf('png')];
}

/** Returns JPEG for an opaque graphic. Graphics look bad as JPEG, but some files fit only as JPEG. */
function unsuitedJpeg(image: Image, { formats }: Plan, outputs: Output[]): Output | undefined {
  const jpeg = outputOf('jpeg');
  const isPossible = !formats && !image.hasAlpha && image.pages === 1 && canHold(jpeg, image);
  return isPossible && !outputs.includes(jpeg) ? jpeg : undefined;
}

async function fitsOf(
  contest: Contest,
  { format, variants, lossyAlpha }: Output,
  goal: FitGoal,
): Promise<Fit[]> {
  const suiting = variants.filter((variant) => variant.suits(contest.image, contest.options.targetScore));
  const lossy = suiting.filter((variant): variant is LossyVariant => variant.type === 'lossy');
  const exact = suiting.filter((variant): variant is ExactVariant => variant.type === 'exact');
  return [
    ...(await lossyFits(contest, format, lossy, goal)),
    ...(lossyAlpha && contest.image.hasAlpha ? [await lossyFit(contest, format, lossyAlpha, goal)] : []),
    ...(await Promise.all(exact.map((variant) => exactFit(contest, format, variant, goal)))),
  ];
}

/**
 * Encodes the variants one at a time, most promising first, because two concurrent encoders would need twice the
 * memory. Once a file is within the maximum size, skips variants that are unlikely to beat it.
 */
async function writeBest(
  contest: Contest,
  fits: Fit[],
  outputs: Output[],
  goal: FitGoal,
): Promise<Encoded[]> {
  const { image } = contest;
  const files: Encoded[] = [];
  const isFitting = ({ data, format }: Encoded) => goal.sizeOf(data, format) <= goal.maxBytes;
  for (const fit of fits.toSorted((one, other) => compareFits(one, other, goal))) {
    if (isWorthwhile(fit, files.filter(isFitting), goal)) files.push(await fit.write());
  }
  const isQuick = image.kind === 'graphic' && pixelCount(image) <= maxPalettePixels;
  if (!files.some(isFitting)) files.push(...(await leastFiles(contest, fits, outputs)));
  // For opaque photographs, try palettes only if PNG is the only format, because lossy encodings are smaller and look
  // better. With transparency, a palette can be half the size of the smallest lossy encoding.
  const isOnlyPng = outputs.every(({ format }) => format === 'png');
  const isNeeded = !files.some(isFitting) && (image.kind === 'graphic' || image.hasAlpha || isOnlyPng);
  if (isQuick || isNeeded) files.push(...(await palettes(contest, outputs, goal)));
  const [first] = fits;
  return files.length > 0 || !first ? files : [await first.write()];
}

/** Returns whether an exact variant is far too large. It cannot become smaller, because it has no encoder quality. */
function isHopeless({ bytesAtScore, leastBytes }: Fit, { maxBytes }: FitGoal): boolean {
  return bytesAtScore === undefined && leastBytes > maxBytes * hopelessShare;
}

/** Returns whether a variant could be better than all files that fit so far. */
function isWorthwhile(fit: Fit, fitting: Encoded[], goal: FitGoal): boolean {
  const [first, ...others] = fitting;
  if (!first) return !isHopeless(fit, goal);
  const best = others.reduce((one, other) => better(one, other, goal.sufficientScore), first);
  if (fit.leastBytes > goal.maxBytes * hopelessShare) return false;
  const isSufficient = (best.score ?? 0) >= goal.sufficientScore;
  if (isSufficient) return fit.expectedBytes < best.data.length;
  return fit.expectedScore > (best.score ?? 0) + promisingPoints;
}

/** Encodes palettes with as many colors as fit, in the formats that support palettes. */
async function palettes(contest: Contest, outputs: Output[], goal: FitGoal): Promise<Encoded[]> {
  if (!contest.image.pixels) return [];
  const files: Encoded[] = [];
  for (const { format, variants } of outputs) {
    for (const variant of variants) {
      if (variant.type === 'exact' && variant.isOfPalette)
        files.push(await fitPalette(contest, format, variant, goal));
    }
  }
  return files;
}

/** Encodes the lossy variants for which no trials were run, at their lowest encoder quality. */
async function leastFiles(contest: Contest, fits: Fit[], outputs: Output[]): Promise<Encoded[]> {
  const { image, scorers, options } = contest;
  const files: Encoded[] = [];
  for (const { format, variants } of outputs) {
    for (const variant of variants) {
      if (variant.type === 'exact' || fits.some((fit) => fit.variant === variant)) continue;
      const data = await variant.encode(image.open(), 1, options);
      const verdict = await (await scorers.checking()).measureFile(data);
      files.push({ format, encoding: variant.encoding, data, encoderQuality: 1, ...verdict });
    }
  }
  return files;
}
