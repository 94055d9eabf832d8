import { type Encoded, type Image, megapixel, pixelCount } from './image.ts';
import type { ImageScorers } from './scorers.ts';
import { bytesAt, type Course, encoderQualityFor } from './search.ts';

type Finished = Pick<Encoded, 'data' | 'worstTileScore' | 'worstTile'> & {
  encoderQuality: number;
  score: number;
  /**
   * Ratio of the file size to the size that trials predicted for the sample. The ratio is similar for the image's other
   * encoder variants.
   */
  bytesOfSampleBytes: number;
};

/** Number of points by which a finished file may miss its target score. The difference is invisible. */
const scoreSlack = 1.2;
/**
 * Number of points by which a file may exceed its target score before it is encoded again. The value is higher for
 * large images, which take a long time to encode.
 */
const scoreWaste = (pixels: number) => (pixels <= 4 * megapixel ? 1.2 : 2);

/**
 * Bytes per pixel above which thorough encoder settings are slow and save little: for noise, mozjpeg takes 1.7 instead
 * of 0.2 seconds per megapixel and saves 4 % of the bytes. Photographs have up to 0.5 bytes per pixel.
 */
const denseBytesPerPixel = 0.75;
/** Number of pixels up to which thorough encoder settings are fast enough for any image. */
const quickPixels = 2 * megapixel;
/**
 * Number of pixels above which a dense image (many bytes per pixel) is encoded only once. If no variant reaches the
 * target score for such a large image, only the best variant is encoded.
 */
export const slowPixels = 12 * megapixel;

function isDense(image: Image, { sizeBytes, aim }: Course): boolean {
  return pixelCount(image) > quickPixels && sizeBytes > pixelCount(aim.scorer.sample) * denseBytesPerPixel;
}

/**
 * Returns the maximum number of encodings: two, so that the quality can be corrected once, and more for small images
 * and animations. The animation encoder skips small changes between frames, and trials with single frames cannot
 * predict the effect on the score.
 */
function maxWrites(image: Image, course: Course): number {
  const pixels = pixelCount(image);
  if (pixels <= 0.7 * megapixel) return 4;
  if (pixels > slowPixels && isDense(image, course)) return 1;
  return image.pages > 1 ? 3 : 2;
}

/**
 * Encodes the whole image at the encoder quality found by the search, scores the file, and corrects the quality if
 * needed.
 */
export async function finish(
  image: Image,
  course: Course,
  scorers: ImageScorers,
  target: number,
): Promise<Finished> {
  const { variant, aim } = course;
  const pixels = pixelCount(image);
  const known: { encoderQuality: number; score: number }[] = [];
  let best: Finished | undefined;
  let encoderQuality = course.encoderQuality;
  for (;;) {
    const written = await write(image, course, encoderQuality, scorers);
    // Keep only one file in memory, because a large file takes as much memory as the original.
    best = best ? better(best, written, target) : written;
    const isOff = best.score < target - scoreSlack || best.score > target + scoreWaste(pixels);
    known.push({ encoderQuality, score: written.score });
    const wanted = Math.round(encoderQualityFor(variant.usualScores, known, target));
    encoderQuality = Math.max(1, Math.min(aim.maxEncoderQuality, wanted));
    const isKnown = known.some((one) => one.encoderQuality === encoderQuality);
    if (!isOff || isKnown || known.length === maxWrites(image, course)) return best;
  }
}

async function write(
  image: Image,
  course: Course,
  encoderQuality: number,
  scorers: ImageScorers,
): Promise<Finished> {
  const { variant, aim, probes } = course;
  const scorer = await scorers.checking();
  const isSampleImage = aim.scorer.isWhole && image.pages === 1;
  const made =
    isSampleImage && !variant.trial
      ? probes.find((probe) => probe.encoderQuality === encoderQuality)?.file
      : undefined;
  const options = isDense(image, course) ? { ...aim.options, effort: 'fast' as const } : aim.options;
  const data = made ?? (await variant.encode(image.open(), encoderQuality, options));
  const bytesOfSampleBytes = data.length / bytesAt(variant.usualScores, probes, encoderQuality);
  return { data, encoderQuality: encoderQuality, bytesOfSampleBytes, ...(await scorer.measureFile(data)) };
}

export function reachesScore({ score }: Pick<Encoded, 'score'>, target: number): boolean {
  return score !== null && score >= target - scoreSlack;
}

/** Returns the smaller file if both files reach the target score, otherwise the file with the better score. */
export function better<T extends Pick<Encoded, 'data' | 'score'>>(one: T, other: T, target: number): T {
  const isReached = reachesScore(one, target);
  if (isReached !== reachesScore(other, target)) return isReached ? one : other;
  const isOther = isReached ? other.data.length < one.data.length : (other.score ?? 0) > (one.score ?? 0);
  return isOther ? other : one;
}
