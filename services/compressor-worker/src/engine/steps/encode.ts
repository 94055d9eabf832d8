import { candidates } from '../candidates.ts';
import type { Output } from '../codecs/codec.ts';
import type { EncodeOptions, ExactWay, LossyWay, Way } from '../codecs/way.ts';
import { type Contender, type Contest, exactContender, lossyContenders, writeExact } from '../contender.ts';
import { better, reachesScore, slowPixels } from '../finish.ts';
import type { Judges } from '../judge.ts';
import { type Encoded, megapixel, type Picture, pixelCount } from '../picture.ts';
import { inverse } from '../quality.ts';
import { isIcon, preferLossless } from '../small-images.ts';
import type { Plan } from './plan.ts';

/** `probes` counts trial encodings. */
export type Outcome = Encoded & { probes: number };

/**
 * Estimates are off by some per cent: what is expected within the first of the best is looked at more closely, what is
 * then within the second is written. Small pictures cost little, and their estimates are worse.
 */
const shares = { small: { refined: 1.4, written: 1.3 }, large: { refined: 1.1, written: 1.03 } };
const smallPixels = 0.25 * megapixel;

/**
 * The smallest file that reaches the score, among all ways of all candidates. Where none reaches it, the one that comes
 * closest.
 * @throws EngineError `unsupported_format` where only JPEG was listed and the picture is transparent
 */
export async function encode(picture: Picture, plan: Plan, judges: Judges): Promise<Outcome> {
  const { pace, targetScore } = plan;
  const fitting = candidates(picture, plan);
  const options: EncodeOptions = {
    ...{ pace, targetScore, kind: picture.kind, hasAlpha: picture.hasAlpha, pixels: pixelCount(picture) },
    isAnimated: picture.pages > 1,
    isOnlyFormat: plan.formats !== undefined && fitting.length === 1,
  };
  const contest = { picture, judges, options };
  if (pace === 'fast') return { ...(await encodeFast(contest, fitting)), probes: 0 };
  const begun = (await Promise.all(fitting.map((output) => contendersOf(contest, output)))).flat();
  const share = shares[pixelCount(picture) <= smallPixels ? 'small' : 'large'];
  const refined = await withAlternatives(await refineNearest(begun, share.refined), share.refined);
  const ready = begun.flatMap((contender) => contender.ready ?? []);
  const unwritten = worthWriting(picture, nearest(refined, share.written));
  const files = await write(ready, unwritten, contest);
  const smallest = files.reduce((best, next) => better(best, next, targetScore));
  const best = preferLossless(smallest, files, picture);
  return { ...best, probes: refined.reduce((sum, { probes }) => sum + probes, 0) };
}

/** All contenders, those near the best refined; where that shows that none of these reaches the score, the others too. */
async function refineNearest(contenders: Contender[], share: number): Promise<Contender[]> {
  const near = nearest(contenders, share);
  const far = contenders.filter((contender) => !near.includes(contender));
  const refined = await Promise.all(near.map((contender) => contender.refine()));
  const isAnyGood = refined.some(({ reaches }) => reaches);
  return [...refined, ...(isAnyGood || far.length === 0 ? far : await refineNearest(far, share))];
}

/** Estimates from tiles are off by up to a tenth: only a clear gain is worth a second file. */
const clearShare = 0.85;

/** Adds JPEG's other variant where JPEG is in the lead: drawings with soft edges take up to 40 % fewer bytes with it. */
async function withAlternatives(contenders: Contender[], share: number): Promise<Contender[]> {
  const [leader] = nearest(contenders, 1);
  if (leader?.format !== 'jpeg') return contenders;
  const others = await leader.alternatives();
  const near = others.filter(({ expectedBytes }) => expectedBytes <= leader.expectedBytes * share);
  const refined = await Promise.all(near.map((other) => other.refine()));
  return [
    ...contenders,
    ...refined.filter(({ expectedBytes }) => expectedBytes < leader.expectedBytes * clearShare),
  ];
}

/** What is not ready; of a large image that no variant can do justice only the best one. */
function worthWriting(picture: Picture, contenders: Contender[]): Contender[] {
  const unwritten = contenders.filter((contender) => !contender.ready);
  const isHopeless = pixelCount(picture) > slowPixels && !contenders.some(({ reaches }) => reaches);
  if (!isHopeless) return unwritten;
  return unwritten.sort((one, other) => other.probedScore - one.probedScore).slice(0, 1);
}

/**
 * Returns the files that are ready and those that could still be smaller, the most promising first: what one needed more
 * than its trials let expect, the others will need as well. One after another: two encoders at once would need twice
 * the memory.
 */
async function write(
  ready: Encoded[],
  unwritten: Contender[],
  { picture, options: { targetScore } }: Contest,
): Promise<Encoded[]> {
  let files = [...ready];
  let factor = 1;
  for (const contender of unwritten) {
    const reached = files.filter((file) => reachesScore(file, targetScore));
    const limit = Math.min(Infinity, ...reached.map(({ data }) => data.length));
    if (contender.expectedBytes * factor > limit) continue;
    const { file, growth = 1 } = await contender.write();
    // Icons have a choice at the end; of what is larger only the best is held, for its memory.
    files.push(file);
    if (!isIcon(picture)) files = [files.reduce((best, next) => better(best, next, targetScore))];
    factor = growth;
  }
  return files;
}

const waysOf = ({ picture, options }: Contest, { ways }: Output): Way[] =>
  ways.filter((way) => way.suits(picture, options.targetScore));

/** All contenders of one format. */
async function contendersOf(contest: Contest, output: Output): Promise<Contender[]> {
  const ways = waysOf(contest, output);
  const exact = ways.filter((way): way is ExactWay => way.type === 'exact');
  const lossy = ways.filter((way): way is LossyWay => way.type === 'lossy');
  return [
    ...(await Promise.all(exact.map((way) => exactContender(contest, output.format, way)))),
    ...(await lossyContenders(contest, output.format, lossy)),
  ];
}

/**
 * Those that are expected to come near the smallest, itself included; the most promising first. Where none reaches the
 * score, all: what counts then is who comes closest.
 */
function nearest(contenders: Contender[], share: number): Contender[] {
  const reaching = contenders.filter(({ reaches }) => reaches);
  if (reaching.length === 0) return contenders;
  const smallest = Math.min(...reaching.map(({ expectedBytes }) => expectedBytes));
  return reaching
    .filter(({ expectedBytes }) => expectedBytes <= smallest * share)
    .sort((one, other) => one.expectedBytes - other.expectedBytes);
}

/** By a table alone: the first way of the first format, at the dial that usually reaches the score. */
async function encodeFast(contest: Contest, [output]: Output[]): Promise<Encoded> {
  const { picture, options } = contest;
  const way = output && waysOf(contest, output)[0];
  if (!output || !way) throw new Error('a picture that no way suits');
  const { format } = output;
  if (way.type === 'exact') return writeExact(contest, format, way);
  const wanted = Math.ceil(inverse(way.usualScores, options.targetScore));
  const dial = Math.max(1, Math.min(wanted, way.maxDial(picture)));
  const data = await way.encode(picture.open(), dial, options);
  return { format, data, encoding: way.encoding, encoderQuality: dial, score: null, worstTileScore: null };
}
