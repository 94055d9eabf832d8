import { type Encoded, type Image, megapixel, pixelCount } from './image.ts';
import type { ImageScorers } from './scorers.ts';
import { bytesAt, type Course, encoderQualityFor } from './search.ts';

type Finished = Pick<Encoded, 'data' | 'worstTileScore'> & {
  encoderQuality: number;
  score: number;
  /**
   * Ratio of the file size to the size that trials predicted for the sample. It is similar for the image's other
   * variants.
   */
  bytesOfSampleBytes: number;
};

/** Points by which a finished file may miss its target score; the difference is invisible. */
const scoreSlack = 1.2;
/**
 * Points by which a file may exceed its target score before it is encoded again. More for large images, because
 * encoding them is slow.
 */
const scoreWaste = (pixels: number) => (pixels <= 4 * megapixel ? 1.2 : 2);

/**
 * Bytes per pixel above which thorough encoder settings are slow and save little: for noise, mozjpeg takes 1.7 seconds
 * per megapixel instead of 0.2 and saves 4 % of the bytes. Photographs take up to 0.5 bytes per pixel.
 */
const denseBytesPerPixel = 0.75;
/** Up to this size, thorough encoder settings are fast enough for any image. */
const quickPixels = 2 * megapixel;
/**
 * Number of pixels above which a dense image is encoded only once. If no variant reaches the score, only the best is
 * encoded.
 */
export const slowPixels = 12 * megapixel;

function isDense(image: Image, { sizeBytes, aim }: Course): boolean {
  return pixelCount(image) > quickPixels && sizeBytes > pixelCount(aim.scorer.sample) * denseBytesPerPixel;
}

/**
 * Returns the maximum number of files to write: two, to correct the quality once, and more for small images and
 * animations. The encoder of an animation skips small changes between frames, and trials of single frames cannot
 * predict their effect on the score.
 */
function maxWrites(image: Image, course: Course): number {
  const pixels = pixelCount(image);
  if (pixels <= 0.7 * megapixel) return 4;
  if (pixels > slowPixels && isDense(image, course)) return 1;
  return image.pages > 1 ? 3 : 2;
}

/**
 * Encodes the whole image at the encoder quality that the search found, scores it, and corrects the quality if needed.
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
    // Keep only one file in memory, because a large one takes as much memory as the original.
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

/** Returns the smaller file if both reach the target score, otherwise the file with the better score. */
export function better<T extends Pick<Encoded, 'data' | 'score'>>(one: T, other: T, target: number): T {
  const isReached = reachesScore(one, target);
  if (isReached !== reachesScore(other, target)) return isReached ? one : other;
  const isOther = isReached ? other.data.length < one.data.length : (other.score ?? 0) > (one.score ?? 0);
  return isOther ? other : one;
}
