import type { EncodeOptions, LossyVariant } from './codecs/variant.ts';
import { type Curve, interpolate, inverse } from './quality.ts';
import type { SampleScorer } from './scorers.ts';
import { sharp } from './sharp.ts';

/** A trial encoding of the sample. */
export type Probe = { encoderQuality: number; score: number; sizeBytes: number; file: Buffer };

/**
 * State of the search for the encoder quality at which a variant reaches the goal score. `sizeBytes` is the estimated
 * size of the sample at `encoderQuality`.
 */
export type Course = {
  variant: LossyVariant;
  aim: Aim;
  probes: Probe[];
  encoderQuality: number;
  sizeBytes: number;
  /** Whether the maximum encoder quality reaches the goal score. */
  reaches: boolean;
};

/** Goal of a search: the score that the sample must reach, and the maximum encoder quality. */
export type Aim = { goal: number; maxEncoderQuality: number; scorer: SampleScorer; options: EncodeOptions };

/** Maximum number of trial encodings per variant. */
const maxTrials = 3;
/** Maximum distance in points between a trial's score and the goal score at which the search stops. */
const tolerance = 0.5;
/**
 * Relative increase in file size per score point, as a function of the score. Used if there is only one trial. Measured
 * on photographs.
 */
const growthPerPoint: Curve = [
  [55, 0.03],
  [65, 0.037],
  [75, 0.047],
  [83, 0.075],
  [90, 0.11],
];

/**
 * Runs the first trial at the given encoder quality. By default, this is the one at which the variant usually reaches
 * the goal score.
 */
export async function begin(
  variant: LossyVariant,
  aim: Aim,
  first = Math.round(inverse(variant.usualScores, aim.goal)),
): Promise<Course> {
  const encoderQuality = withinRange(first, aim);
  return courseOf(variant, aim, [await probe(variant, encoderQuality, aim)]);
}

/**
 * Runs trials at predicted encoder qualities until one is close to the goal score, two trials enclose the goal, or the
 * limit is reached.
 */
export async function refine(course: Course): Promise<Course> {
  const { variant, aim, probes, encoderQuality } = course;
  const isKnown = probes.some((known) => isThere(known, aim) || known.encoderQuality === encoderQuality);
  const isBetween = new Set(probes.map(({ score }) => score > aim.goal)).size > 1;
  if (isKnown || isBetween || probes.length >= (variant.trial?.most ?? maxTrials)) return course;
  return refine(courseOf(variant, aim, [...probes, await probe(variant, encoderQuality, aim)]));
}

/** Encodes the sample with a variant at the given encoder quality, and scores it. */
export async function probe(
  variant: LossyVariant,
  encoderQuality: number,
  { scorer, options }: Pick<Aim, 'scorer' | 'options'>,
): Promise<Probe> {
  const { data, widthPx: width, heightPx: height, channels } = scorer.sample;
  const image = sharp(data, { raw: { width, height, channels } });
  const { points, bytes } = variant.trial ?? { points: () => 0, bytes: () => 1 };
  const file = await variant.encode(channels < 3 ? image.toColourspace('b-w') : image, encoderQuality, {
    ...options,
    isTrial: true,
  });
  const score = await scorer.scoreSample(file);
  return {
    encoderQuality,
    score: score + points(score, options),
    sizeBytes: Math.round(file.length * bytes(options)),
    file,
  };
}

function courseOf(variant: LossyVariant, aim: Aim, probes: Probe[]): Course {
  const { usualScores } = variant;
  const there = probes.find((known) => isThere(known, aim));
  const wanted = encoderQualityFor(usualScores, probes, aim.goal);
  const encoderQuality = there?.encoderQuality ?? withinRange(Math.round(wanted), aim);
  return {
    variant,
    aim,
    probes,
    encoderQuality,
    sizeBytes: bytesAt(usualScores, probes, encoderQuality),
    reaches: there !== undefined || wanted <= aim.maxEncoderQuality + 0.5,
  };
}

const isThere = ({ score }: Probe, { goal }: Aim) => Math.abs(score - goal) <= tolerance;

const withinRange = (encoderQuality: number, { maxEncoderQuality }: Aim) =>
  Math.max(1, Math.min(maxEncoderQuality, encoderQuality));

/**
 * Returns the encoder quality that is expected to reach a score. Interpolates linearly if the score is
 * between the scores of two trials. Otherwise, uses the variant's usual curve, shifted so that it passes through the
 * nearest trial.
 */
export function encoderQualityFor(
  usual: Curve,
  probes: { encoderQuality: number; score: number }[],
  goal: number,
): number {
  const rising = [...probes].sort((one, other) => one.encoderQuality - other.encoderQuality);
  const above = rising.find(({ score }) => score >= goal);
  const below = rising.findLast(
    ({ score, encoderQuality }) => score < goal && (!above || encoderQuality < above.encoderQuality),
  );
  if (above && below) {
    return (
      below.encoderQuality +
      ((goal - below.score) / (above.score - below.score)) * (above.encoderQuality - below.encoderQuality)
    );
  }
  const nearest = above ?? below;
  if (!nearest) return inverse(usual, goal);
  const moved = interpolate(usual, nearest.encoderQuality) - nearest.score;
  const top = usual.at(-1);
  // The goal score is beyond the end of the curve, so it cannot be reached.
  if (top && goal + moved > top[1]) return top[0] + 1 + goal + moved - top[1];
  return inverse(usual, goal + moved);
}

/**
 * Estimates the score of the sample at an encoder quality. Interpolates linearly between two trials. Elsewhere, uses
 * the variant's usual curve, shifted so that it passes through the nearest trial.
 */
export function scoreAt(usual: Curve, probes: Probe[], encoderQuality: number): number {
  const rising = [...probes].sort((one, other) => one.encoderQuality - other.encoderQuality);
  const above = rising.find((known) => known.encoderQuality >= encoderQuality);
  const below = rising.findLast((known) => known.encoderQuality <= encoderQuality);
  if (above && below && above !== below) {
    const share = (encoderQuality - below.encoderQuality) / (above.encoderQuality - below.encoderQuality);
    return below.score + share * (above.score - below.score);
  }
  const nearest = above ?? below;
  if (!nearest) return interpolate(usual, encoderQuality);
  return nearest.score + interpolate(usual, encoderQuality) - interpolate(usual, nearest.encoderQuality);
}

/**
 * Estimates the size of the encoded sample at an encoder quality, using the growth between two trials or, with only one
 * trial, the usual growth.
 */
export function bytesAt(usual: Curve, probes: Probe[], encoderQuality: number): number {
  const distance = (known: Probe) => Math.abs(known.encoderQuality - encoderQuality);
  const [nearest, next] = [...probes].sort((one, other) => distance(one) - distance(other));
  if (!nearest) return Infinity;
  const steps = encoderQuality - nearest.encoderQuality;
  if (next && next.encoderQuality !== nearest.encoderQuality) {
    const growth =
      Math.log(next.sizeBytes / nearest.sizeBytes) / (next.encoderQuality - nearest.encoderQuality);
    return nearest.sizeBytes * Math.exp(growth * steps);
  }
  const points = interpolate(usual, encoderQuality) - interpolate(usual, nearest.encoderQuality);
  return nearest.sizeBytes * Math.exp(points * interpolate(growthPerPoint, nearest.score + points / 2));
}

/**
 * Below the usual curve, where scores no longer describe the loss, the file size is assumed to be proportional to the
 * encoder quality to the power of this exponent.
 */
const lowEndExponent = 0.35;

/**
 * Estimates the size of the encoded sample at any encoder quality, even far from the trials. Applies the usual growth
 * to the size of the nearest trial, and corrects it by the growth between two trials.
 */
export function sizeAt(usual: Curve, probes: Probe[], encoderQuality: number): number {
  const distance = (known: Probe) => Math.abs(known.encoderQuality - encoderQuality);
  const [nearest, next] = [...probes].sort((one, other) => distance(one) - distance(other));
  if (!nearest) return Infinity;
  const usualGrowth = (to: number) => Math.log(usualSize(usual, nearest, to) / nearest.sizeBytes);
  const expected = next ? usualGrowth(next.encoderQuality) : 0;
  const exponent = next && expected !== 0 ? Math.log(next.sizeBytes / nearest.sizeBytes) / expected : 1;
  const corrected = exponent > 0.25 && exponent < 4 ? exponent : 1;
  return nearest.sizeBytes * Math.exp(corrected * usualGrowth(encoderQuality));
}

function usualSize(usual: Curve, known: Probe, encoderQuality: number): number {
  const [lowest = 1] = usual[0] ?? [];
  const lowEnd = (quality: number) => Math.min(1, quality / lowest) ** lowEndExponent;
  const size = bytesAt(usual, [known], encoderQuality);
  return (size * lowEnd(encoderQuality)) / lowEnd(known.encoderQuality);
}
