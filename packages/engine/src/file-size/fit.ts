import type { EncodedFormat } from '@gossamer/contracts/formats';
import { type Contest, enlargement, expectedLossless, writeExact } from '../candidate.ts';
import type { EncoderVariant, ExactVariant, LossyVariant } from '../codecs/variant.ts';
import { reachesScore } from '../finish.ts';
import { type Encoded, megapixel, pixelCount } from '../image.ts';
import { inverse } from '../quality.ts';
import type { Verdict } from '../scorers.ts';
import { encoderQualityFor, type Probe, probe, scoreAt, sizeAt } from '../search.ts';
import { largestFitting, type Sized } from './largest-fitting.ts';

/** Goal for the file size. `sufficientScore` is the score above which a better file is not worth more bytes. */
export type FitGoal = {
  maxBytes: number;
  sufficientScore: number;
  /** Returns the size of a file once its metadata tags are added. */
  sizeOf(file: Buffer, format: EncodedFormat): number;
};

/** An encoder variant, with estimates for the best file that it can write within the maximum size. */
export type Fit = {
  format: EncodedFormat;
  variant: EncoderVariant;
  expectedScore: number;
  expectedBytes: number;
  /** Expected size at the lowest encoder quality. */
  leastBytes: number;
  /** Expected size at a given score; undefined if the variant has no encoder quality. */
  bytesAtScore?: (score: number) => number;
  /** Number of trial encodings. */
  probes: number;
  /** Encodes the best file that fits, or the smallest file if none fits. */
  write(): Promise<Encoded>;
};

/** The search ends at this ratio of a file's size to the maximum size, or after this number of encoded files. */
const efforts = {
  small: { enough: 0.985, maxWrites: 6 },
  large: { enough: 0.955, maxWrites: 4 },
};
const smallPixels = 0.7 * megapixel;

/**
 * Maximum number of quality steps above the usual encoder quality. A variant that needs more does not suit the image,
 * so the next variant is tried, too. The next variant is also tried if a variant is at its highest encoder quality.
 */
const unusualSteps = 4;

/** Returns estimates for the lossy variants of a format that are worth trials, in the given order. */
export async function lossyFits(
  contest: Contest,
  format: EncodedFormat,
  [variant, ...others]: LossyVariant[],
  goal: FitGoal,
): Promise<Fit[]> {
  if (!variant) return [];
  const fit = await lossyFit(contest, format, variant, goal);
  return fit.isUsual ? [fit] : [fit, ...(await lossyFits(contest, format, others, goal))];
}

/**
 * Runs two trials of a lossy variant: the first at the encoder quality that usually yields the expected score, the
 * second at the encoder quality that should then fit within the maximum size.
 */
export async function lossyFit(
  contest: Contest,
  format: EncodedFormat,
  variant: LossyVariant,
  goal: FitGoal,
): Promise<Fit & { isUsual: boolean }> {
  const { image, scorers, options } = contest;
  const { usualScores: usual } = variant;
  const scorer = await (variant.trial?.needsWhole ? scorers.checking() : scorers.probing());
  const factor = enlargement(image, scorer);
  const aim = { scorer, options };
  const highest = variant.maxEncoderQuality(image);
  const within = (encoderQuality: number) => Math.max(1, Math.min(highest, Math.round(encoderQuality)));
  const bestFitting = (probes: Probe[]) => {
    const sufficient = within(Math.ceil(encoderQualityFor(usual, probes, goal.sufficientScore)));
    let quality = sufficient;
    while (quality > 1 && sizeAt(usual, probes, quality) * factor > goal.maxBytes) quality -= 1;
    return { quality, sufficient };
  };
  const first = await probe(variant, within(inverse(usual, options.targetScore)), aim);
  const second = bestFitting([first]).quality;
  const probes = second === first.encoderQuality ? [first] : [first, await probe(variant, second, aim)];
  const { quality: start, sufficient } = bestFitting(probes);
  const expectedScore = scoreAt(usual, probes, start);
  const expectedAt = (encoderQuality: number) => sizeAt(usual, probes, encoderQuality) * factor;
  const write = async (encoderQuality: number): Promise<Sized> => {
    const data = await variant.encode(image.open(), encoderQuality, options);
    return { encoderQuality, data, sizeBytes: goal.sizeOf(data, format) };
  };
  const effort = efforts[pixelCount(image) <= smallPixels ? 'small' : 'large'];
  const growth = (from: number, to: number) => expectedAt(to) / expectedAt(from);
  return {
    format,
    variant,
    isUsual: start < highest && start <= inverse(usual, expectedScore) + unusualSteps,
    expectedScore,
    expectedBytes: expectedAt(start),
    leastBytes: expectedAt(1),
    bytesAtScore: (score) => expectedAt(within(encoderQualityFor(usual, probes, score))),
    probes: probes.length,
    write: async () => {
      const search = { maxBytes: goal.maxBytes, ...effort, write, growth };
      const checking = await scorers.checking();
      const found = await largestFitting({ ...search, start, maxEncoderQuality: sufficient });
      const verdict = await checking.measureFile(found.data);
      const toEncoded = ({ data, encoderQuality }: Sized, its: Verdict): Encoded => {
        return { format, encoding: variant.encoding, data, encoderQuality, ...its };
      };
      const isLimited = found.sizeBytes >= goal.maxBytes * effort.enough || found.encoderQuality === highest;
      if (isLimited || reachesScore(verdict, goal.sufficientScore)) return toEncoded(found, verdict);
      // The sample scored better than the whole file, so a higher encoder quality is worthwhile.
      const better = await largestFitting({
        ...search,
        start: found.encoderQuality + 1,
        maxEncoderQuality: highest,
      });
      if (better.sizeBytes > goal.maxBytes) return toEncoded(found, verdict);
      return toEncoded(better, await checking.measureFile(better.data));
    },
  };
}

/** Returns the estimates for an exact variant. Palettes are encoded immediately. */
export async function exactFit(
  contest: Contest,
  format: EncodedFormat,
  variant: ExactVariant,
  { sizeOf }: FitGoal,
): Promise<Fit> {
  const ready = variant.isOfPalette ? await writeExact(contest, format, variant) : undefined;
  const expectedBytes = ready ? sizeOf(ready.data, format) : await expectedLossless(contest, variant);
  return {
    format,
    variant,
    expectedScore: ready?.score ?? 100,
    expectedBytes,
    leastBytes: expectedBytes,
    probes: 0,
    write: async () => ready ?? writeExact(contest, format, variant),
  };
}

/** Sorts by expected outcome, best first: the smallest file with a sufficient score, otherwise the highest score. */
export function compareFits(one: Fit, other: Fit, { maxBytes, sufficientScore }: FitGoal): number {
  const isPossible = (fit: Fit) => fit.expectedBytes <= maxBytes * 1.05;
  if (isPossible(one) !== isPossible(other)) return isPossible(one) ? -1 : 1;
  if (!isPossible(one)) return one.leastBytes - other.leastBytes;
  const isSufficient = (fit: Fit) => reachesScore({ score: fit.expectedScore }, sufficientScore);
  if (isSufficient(one) && isSufficient(other)) return one.expectedBytes - other.expectedBytes;
  return other.expectedScore - one.expectedScore;
}
