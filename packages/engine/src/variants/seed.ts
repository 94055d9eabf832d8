import { outputOf } from '../codecs/registry.ts';
import { finish } from '../finish.ts';
import { type Encoded, type Image, megapixel, pixelCount } from '../image.ts';
import { inverse } from '../quality.ts';
import type { ImageScorers } from '../scorers.ts';
import { encoderQualityFor } from '../search.ts';
import { contestOf, type Outcome } from '../steps/encode.ts';
import type { Plan } from '../steps/plan.ts';

/** The encoding of a wider version of an image, from which that of a narrower one is predicted. */
export type Seed = Pick<Encoded, 'format' | 'encoding' | 'encoderQuality' | 'score'> & {
  bytesPerPixel: number;
};

/** Number of pixels up to which the search is repeated. Small images often suit another encoder variant. */
const searchedPixels = 0.03 * megapixel;
/**
 * Number of steps above the usual encoder quality from which the search is repeated, because another encoder variant is
 * probably better.
 */
const unusualSteps = 8;

/**
 * Encodes an image in the format and with the encoder variant of the seed, without trials, at the encoder quality at
 * which the wider image reaches the target score. The file is scored and corrected like any other: in half the width, the
 * score at the same encoder quality differs by less than one point on average, and for 8 of 10 photographs by at most
 * 2 points (2.7 for JPEG; 17 photographs). Returns undefined if a search is needed.
 */
export async function encodeFromSeed(
  image: Image,
  plan: Plan,
  scorers: ImageScorers,
  seed: Seed,
): Promise<Outcome | undefined> {
  const { targetScore } = plan;
  const output = outputOf(seed.format);
  const variant = output.variants.find(
    (one) => one.encoding === seed.encoding && one.suits(image, targetScore),
  );
  if (plan.effort === 'fast' || pixelCount(image) <= searchedPixels) return undefined;
  if (variant?.type !== 'lossy' || seed.score === null || seed.encoderQuality === null) return undefined;
  const known = [{ encoderQuality: seed.encoderQuality, score: seed.score }];
  const encoderQuality = Math.max(1, Math.round(encoderQualityFor(variant.usualScores, known, targetScore)));
  const maxEncoderQuality = variant.maxEncoderQuality(image);
  const usual = inverse(variant.usualScores, targetScore);
  if (encoderQuality > Math.min(maxEncoderQuality, usual + unusualSteps)) return undefined;
  const { options } = contestOf(image, plan, scorers, [output]);
  const aim = { goal: targetScore, maxEncoderQuality, scorer: await scorers.checking(), options };
  const sizeBytes = seed.bytesPerPixel * pixelCount(aim.scorer.sample);
  const course = { variant, aim, probes: [], encoderQuality, sizeBytes, reaches: true };
  const { bytesOfSampleBytes: _, ...made } = await finish(image, course, scorers, targetScore);
  return { format: seed.format, encoding: variant.encoding, probes: 0, ...made };
}
