import { type Encoded, type Image, megapixel, pixelCount } from './image.ts';
import type { ImageScorers } from './scorers.ts';
import { bytesAt, type Course, encoderQualityFor } from './search.ts';

type Finished = Pick<Encoded, 'data' | 'worstTileScore'> & {
  encoderQuality: number;
  score: number;
  /** Its bytes by those that the trials let expect for the sample: as true for other variants of the same image. */
  bytesOfSampleBytes: number;
};

/** A finished file may miss its score by this much: less than anybody sees. */
const scoreSlack = 1.2;
/** What a file may have too much of it before its bytes are worth another encoding, which is dear for large images. */
const scoreWaste = (pixels: number) => (pixels <= 4 * megapixel ? 1.2 : 2);

/**
 * Bytes a pixel above which an encoder's thorough settings are dear and save little: noise takes mozjpeg 1.7 seconds a
 * megapixel instead of 0.2, for 4 % fewer bytes. Photographs take up to 0.5.
 */
const denseBytesPerPixel = 0.75;
/** Up to here time is no concern. */
const quickPixels = 2 * megapixel;
/** Above, a dense image is written once, and of the variants that miss the score only the best is written. */
export const slowPixels = 12 * megapixel;

function isDense(image: Image, { sizeBytes, aim }: Course): boolean {
  return pixelCount(image) > quickPixels && sizeBytes > pixelCount(aim.scorer.sample) * denseBytesPerPixel;
}

/**
 * Files written, at most: one correction, more where they cost little, and for animations, whose encoder skips what
 * changes little from frame to frame: no trial of single frames foresees how much score that costs.
 */
function maxWrites(image: Image, course: Course): number {
  const pixels = pixelCount(image);
  if (pixels <= 0.7 * megapixel) return 4;
  if (pixels > slowPixels && isDense(image, course)) return 1;
  return image.pages > 1 ? 3 : 2;
}

/** Writes the whole image by the encoder quality that the search found, checks it, and corrects the encoder quality where it is off. */
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
    // Only one file is held: a large one takes as much memory as the original.
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
  const options = isDense(image, course) ? { ...aim.options, pace: 'fast' as const } : aim.options;
  const data = made ?? (await variant.encode(image.open(), encoderQuality, options));
  const bytesOfSampleBytes = data.length / bytesAt(variant.usualScores, probes, encoderQuality);
  return { data, encoderQuality: encoderQuality, bytesOfSampleBytes, ...(await scorer.measureFile(data)) };
}

export function reachesScore({ score }: Pick<Encoded, 'score'>, target: number): boolean {
  return score !== null && score >= target - scoreSlack;
}

/** The smaller of two where both reach the score, the one that does where one does, else the nearer. */
export function better<T extends Pick<Encoded, 'data' | 'score'>>(one: T, other: T, target: number): T {
  const isReached = reachesScore(one, target);
  if (isReached !== reachesScore(other, target)) return isReached ? one : other;
  const isOther = isReached ? other.data.length < one.data.length : (other.score ?? 0) > (one.score ?? 0);
  return isOther ? other : one;
}
