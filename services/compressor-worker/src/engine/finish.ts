import type { Judges } from './judge.ts';
import { type Encoded, megapixel, type Picture, pixelCount } from './picture.ts';
import { bytesAt, type Course, dialFor } from './search.ts';

type Finished = Pick<Encoded, 'data' | 'worstTileScore'> & {
  encoderQuality: number;
  score: number;
  /** Its bytes by those that the trials let expect for the sample: as true for other ways of the same picture. */
  bytesOfSampleBytes: number;
};

/** A finished file may miss its score by this much: less than anybody sees. */
const scoreSlack = 1.2;
/** What a file may have too much of it before its bytes are worth another encoding, which is dear for large pictures. */
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

function isDense(picture: Picture, { sizeBytes, aim }: Course): boolean {
  return pixelCount(picture) > quickPixels && sizeBytes > pixelCount(aim.judge.sample) * denseBytesPerPixel;
}

/**
 * Files written, at most: one correction, more where they cost little, and for animations, whose encoder skips what
 * changes little from frame to frame: no trial of single frames foresees how much score that costs.
 */
function maxWrites(picture: Picture, course: Course): number {
  const pixels = pixelCount(picture);
  if (pixels <= 0.7 * megapixel) return 4;
  if (pixels > slowPixels && isDense(picture, course)) return 1;
  return picture.pages > 1 ? 3 : 2;
}

/** Writes the whole picture by the dial that the search found, checks it, and corrects the dial where it is off. */
export async function finish(
  picture: Picture,
  course: Course,
  judges: Judges,
  target: number,
): Promise<Finished> {
  const { way, aim } = course;
  const pixels = pixelCount(picture);
  const known: { dial: number; score: number }[] = [];
  let best: Finished | undefined;
  let dial = course.dial;
  for (;;) {
    const written = await write(picture, course, dial, judges);
    // Only one file is held: a large one takes as much memory as the original.
    best = best ? better(best, written, target) : written;
    const isOff = best.score < target - scoreSlack || best.score > target + scoreWaste(pixels);
    known.push({ dial, score: written.score });
    const wanted = Math.round(dialFor(way.usualScores, known, target));
    dial = Math.max(1, Math.min(aim.maxDial, wanted));
    const isKnown = known.some((one) => one.dial === dial);
    if (!isOff || isKnown || known.length === maxWrites(picture, course)) return best;
  }
}

async function write(picture: Picture, course: Course, dial: number, judges: Judges): Promise<Finished> {
  const { way, aim, probes } = course;
  const judge = await judges.checking();
  const isSamplePicture = aim.judge.isWhole && picture.pages === 1;
  const made = isSamplePicture && !way.trial ? probes.find((probe) => probe.dial === dial)?.file : undefined;
  const options = isDense(picture, course) ? { ...aim.options, pace: 'fast' as const } : aim.options;
  const data = made ?? (await way.encode(picture.open(), dial, options));
  const bytesOfSampleBytes = data.length / bytesAt(way.usualScores, probes, dial);
  return { data, encoderQuality: dial, bytesOfSampleBytes, ...(await judge.judgeFile(data)) };
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
