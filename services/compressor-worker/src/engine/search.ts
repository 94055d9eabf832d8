import type { EncodeOptions, LossyWay } from './codecs/way.ts';
import type { Judge } from './judge.ts';
import { type Curve, interpolate, inverse } from './quality.ts';
import { sharp } from './sharp.ts';

/** One trial encoding of the sample. */
export type Probe = { dial: number; score: number; sizeBytes: number; file: Buffer };

/** Where a way is heading: the dial that should reach the goal, and the bytes that the sample takes there. */
export type Course = {
  way: LossyWay;
  aim: Aim;
  probes: Probe[];
  dial: number;
  sizeBytes: number;
  /** Whether the highest dial that makes sense is enough. */
  reaches: boolean;
};

/** What a search is for: a score of the judge's sample, by dials up to a limit. */
export type Aim = { goal: number; maxDial: number; judge: Judge; options: EncodeOptions };

/** Trial encodings of one way, at most. */
const maxTrials = 3;
/** Scores within this of the goal are good enough to stop. */
const tolerance = 0.5;
/** Share of the bytes by which a point of score is paid for, by that score, where only one trial is known: of photographs. */
const growthPerPoint: Curve = [
  [55, 0.03],
  [65, 0.037],
  [75, 0.047],
  [83, 0.075],
  [90, 0.11],
];

/** The first trial, where the way's usual curve reaches the goal. */
export async function begin(way: LossyWay, aim: Aim): Promise<Course> {
  const dial = withinRange(Math.round(inverse(way.usualScores, aim.goal)), aim);
  return courseOf(way, aim, [await probe(way, dial, aim)]);
}

/** Further trials, each where the former ones say that the goal is reached; two around it are enough. */
export async function refine(course: Course): Promise<Course> {
  const { way, aim, probes, dial } = course;
  const isKnown = probes.some((known) => isThere(known, aim) || known.dial === dial);
  const isBetween = new Set(probes.map(({ score }) => score > aim.goal)).size > 1;
  if (isKnown || isBetween || probes.length >= (way.trial?.most ?? maxTrials)) return course;
  return refine(courseOf(way, aim, [...probes, await probe(way, dial, aim)]));
}

/** Tries one dial of a way on the judge's sample. */
async function probe(way: LossyWay, dial: number, { judge, options }: Aim): Promise<Probe> {
  const { data, widthPx: width, heightPx: height, channels } = judge.sample;
  const image = sharp(data, { raw: { width, height, channels } });
  const { points, bytes } = way.trial ?? { points: [], bytes: () => 1 };
  const file = await way.encode(channels < 3 ? image.toColourspace('b-w') : image, dial, {
    ...options,
    isTrial: true,
  });
  const score = await judge.scoreSample(file);
  return {
    dial,
    score: score + interpolate(points, score),
    sizeBytes: Math.round(file.length * bytes(options)),
    file,
  };
}

function courseOf(way: LossyWay, aim: Aim, probes: Probe[]): Course {
  const { usualScores } = way;
  const there = probes.find((known) => isThere(known, aim));
  const wanted = dialFor(usualScores, probes, aim.goal);
  const dial = there?.dial ?? withinRange(Math.round(wanted), aim);
  return {
    ...{ way, aim, probes, dial },
    sizeBytes: bytesAt(usualScores, probes, dial),
    reaches: there !== undefined || wanted <= aim.maxDial + 0.5,
  };
}

const isThere = ({ score }: Probe, { goal }: Aim) => Math.abs(score - goal) <= tolerance;

const withinRange = (dial: number, { maxDial }: Aim) => Math.max(1, Math.min(maxDial, dial));

/**
 * The dial that reaches a score: between two trials on a straight line, else the usual curve, moved so that it goes
 * through the nearest trial.
 */
export function dialFor(usual: Curve, probes: { dial: number; score: number }[], goal: number): number {
  const rising = [...probes].sort((one, other) => one.dial - other.dial);
  const above = rising.find(({ score }) => score >= goal);
  const below = rising.findLast(({ score, dial }) => score < goal && (!above || dial < above.dial));
  if (above && below) {
    return below.dial + ((goal - below.score) / (above.score - below.score)) * (above.dial - below.dial);
  }
  const nearest = above ?? below;
  if (!nearest) return inverse(usual, goal);
  const moved = interpolate(usual, nearest.dial) - nearest.score;
  const top = usual.at(-1);
  // Beyond the curve's end: not to be reached.
  if (top && goal + moved > top[1]) return top[0] + 1 + goal + moved - top[1];
  return inverse(usual, goal + moved);
}

/** Bytes of the sample at a dial: between two trials by their growth, else by the usual one. */
export function bytesAt(usual: Curve, probes: Probe[], dial: number): number {
  const distance = (known: Probe) => Math.abs(known.dial - dial);
  const [nearest, next] = [...probes].sort((one, other) => distance(one) - distance(other));
  if (!nearest) return Infinity;
  const steps = dial - nearest.dial;
  if (next && next.dial !== nearest.dial) {
    const growth = Math.log(next.sizeBytes / nearest.sizeBytes) / (next.dial - nearest.dial);
    return nearest.sizeBytes * Math.exp(growth * steps);
  }
  const points = interpolate(usual, dial) - interpolate(usual, nearest.dial);
  return nearest.sizeBytes * Math.exp(points * interpolate(growthPerPoint, nearest.score + points / 2));
}
