import type { Contest } from '../candidate.ts';
import type { Output } from '../codecs/codec.ts';
import { finish } from '../finish.ts';
import { type Encoded, megapixel, pixelCount } from '../image.ts';
import { inverse } from '../quality.ts';
import { begin, encoderQualityFor } from '../search.ts';

/** The encoding of a wider version of an image, from which that of a narrower one is predicted. */
export type Seed = Pick<Encoded, 'encoding' | 'encoderQuality' | 'score'> & {
  widthPx: number;
  bytesPerPixel: number;
};

/**
 * Number of points by which the score falls if an image is reduced to half its width and encoded at the same encoder
 * quality. Details become finer, so that the same error is easier to see. Measured on 16 photographs.
 */
const pointsPerHalving = 1.5;
/**
 * Number of pixels up to which the search is repeated. It takes little time, and small images often suit another encoder
 * variant.
 */
const searchedPixels = 0.15 * megapixel;
/**
 * Number of steps above the usual encoder quality from which the search is repeated, because another encoder variant is
 * probably better.
 */
const unusualSteps = 8;

/**
 * Encodes the only requested format with the encoder variant of the seed, at the encoder quality that probably reaches
 * the target score. The file is scored and corrected like any other. Returns undefined if a search is needed.
 */
export async function encodeFromSeed(
  { image, scorers, options }: Contest,
  [output, ...others]: Output[],
  seed: Seed,
): Promise<Encoded | undefined> {
  const variant = output?.variants.find(
    (one) => one.encoding === seed.encoding && one.suits(image, options.targetScore),
  );
  const isSearched = pixelCount(image) <= searchedPixels || others.length > 0;
  if (!output || variant?.type !== 'lossy' || seed.score === null || isSearched) return undefined;
  const { format, encoding } = { ...output, ...variant };
  const score = seed.score - pointsPerHalving * Math.log2(seed.widthPx / image.widthPx);
  const known = [{ encoderQuality: seed.encoderQuality ?? 0, score }];
  const maxEncoderQuality = variant.maxEncoderQuality(image);
  const wanted = Math.round(encoderQualityFor(variant.usualScores, known, options.targetScore));
  const usual = inverse(variant.usualScores, options.targetScore);
  if (wanted > Math.min(maxEncoderQuality, usual + unusualSteps)) return undefined;
  const scorer = await (variant.trial?.needsWhole === false ? scorers.probing() : scorers.checking());
  const aim = { goal: options.targetScore, maxEncoderQuality, scorer, options };
  const encoderQuality = Math.max(1, wanted);
  const untried = {
    variant,
    aim,
    probes: [],
    encoderQuality,
    sizeBytes: seed.bytesPerPixel * pixelCount(scorer.sample),
    reaches: true,
  };
  // A trial takes a fraction of the final encoding's time, and mostly saves a second one.
  const course = variant.trial ? await begin(variant, aim, encoderQuality) : untried;
  const { bytesOfSampleBytes: _, ...made } = await finish(image, course, scorers, options.targetScore);
  return { format, encoding, ...made };
}
