import { type Candidate, type Contest, exactCandidate, lossyCandidates, writeExact } from '../candidate.ts';
import type { Output } from '../codecs/codec.ts';
import type { EncodeOptions, EncoderVariant, ExactVariant, LossyVariant } from '../codecs/variant.ts';
import { competingFormats } from '../competing-formats.ts';
import { better, reachesScore, slowPixels } from '../finish.ts';
import { type Encoded, type Image, megapixel, pixelCount } from '../image.ts';
import { inverse } from '../quality.ts';
import type { ImageScorers } from '../scorers.ts';
import { isIcon, preferLossless } from '../small-images.ts';
import type { Plan } from './plan.ts';

/** `probes` counts trial encodings. */
export type Outcome = Encoded & { probes: number };

/**
 * Estimates are off by some per cent: what is expected within the first of the best is looked at more closely, what is
 * then within the second is written. Small images cost little, and their estimates are worse.
 */
const shares = { small: { refined: 1.4, written: 1.3 }, large: { refined: 1.1, written: 1.03 } };
const smallPixels = 0.25 * megapixel;

/**
 * The smallest file that reaches the score, among all variants of all candidates. Where none reaches it, the one that comes
 * closest.
 * @throws EngineError `unsupported_format` where only JPEG was listed and the image is transparent
 */
export async function encode(image: Image, plan: Plan, scorers: ImageScorers): Promise<Outcome> {
  const { pace, targetScore } = plan;
  const fitting = competingFormats(image, plan);
  const options: EncodeOptions = {
    ...{ pace, targetScore, kind: image.kind, hasAlpha: image.hasAlpha, pixels: pixelCount(image) },
    isAnimated: image.pages > 1,
    isOnlyFormat: plan.formats !== undefined && fitting.length === 1,
  };
  const contest = { image, scorers, options };
  if (pace === 'fast') return { ...(await encodeFast(contest, fitting)), probes: 0 };
  const begun = (await Promise.all(fitting.map((output) => candidatesOf(contest, output)))).flat();
  const share = shares[pixelCount(image) <= smallPixels ? 'small' : 'large'];
  const refined = await withAlternatives(await refineNearest(begun, share.refined), share.refined);
  const ready = begun.flatMap((candidate) => candidate.ready ?? []);
  const unwritten = worthWriting(image, nearest(refined, share.written));
  const files = await write(ready, unwritten, contest);
  const smallest = files.reduce((best, next) => better(best, next, targetScore));
  const best = preferLossless(smallest, files, image);
  return { ...best, probes: refined.reduce((sum, { probes }) => sum + probes, 0) };
}

/** All candidates, those near the best refined; where that shows that none of these reaches the score, the others too. */
async function refineNearest(candidates: Candidate[], share: number): Promise<Candidate[]> {
  const near = nearest(candidates, share);
  const far = candidates.filter((candidate) => !near.includes(candidate));
  const refined = await Promise.all(near.map((candidate) => candidate.refine()));
  const isAnyGood = refined.some(({ reaches }) => reaches);
  return [...refined, ...(isAnyGood || far.length === 0 ? far : await refineNearest(far, share))];
}

/** Estimates from tiles are off by up to a tenth: only a clear gain is worth a second file. */
const clearShare = 0.85;

/** Adds JPEG's other variant where JPEG is in the lead: drawings with soft edges take up to 40 % fewer bytes with it. */
async function withAlternatives(candidates: Candidate[], share: number): Promise<Candidate[]> {
  const [leader] = nearest(candidates, 1);
  if (leader?.format !== 'jpeg') return candidates;
  const others = await leader.alternatives();
  const near = others.filter(({ expectedBytes }) => expectedBytes <= leader.expectedBytes * share);
  const refined = await Promise.all(near.map((other) => other.refine()));
  return [
    ...candidates,
    ...refined.filter(({ expectedBytes }) => expectedBytes < leader.expectedBytes * clearShare),
  ];
}

/** What is not ready; of a large image that no variant can do justice only the best one. */
function worthWriting(image: Image, candidates: Candidate[]): Candidate[] {
  const unwritten = candidates.filter((candidate) => !candidate.ready);
  const isHopeless = pixelCount(image) > slowPixels && !candidates.some(({ reaches }) => reaches);
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
  unwritten: Candidate[],
  { image, options: { targetScore } }: Contest,
): Promise<Encoded[]> {
  let files = [...ready];
  let factor = 1;
  for (const candidate of unwritten) {
    const reached = files.filter((file) => reachesScore(file, targetScore));
    const limit = Math.min(Infinity, ...reached.map(({ data }) => data.length));
    if (candidate.expectedBytes * factor > limit) continue;
    const { file, growth = 1 } = await candidate.write();
    // Icons have a choice at the end; of what is larger only the best is held, for its memory.
    files.push(file);
    if (!isIcon(image)) files = [files.reduce((best, next) => better(best, next, targetScore))];
    factor = growth;
  }
  return files;
}

const variantsOf = ({ image, options }: Contest, { variants }: Output): EncoderVariant[] =>
  variants.filter((variant) => variant.suits(image, options.targetScore));

/** All candidates of one format. */
async function candidatesOf(contest: Contest, output: Output): Promise<Candidate[]> {
  const variants = variantsOf(contest, output);
  const exact = variants.filter((variant): variant is ExactVariant => variant.type === 'exact');
  const lossy = variants.filter((variant): variant is LossyVariant => variant.type === 'lossy');
  return [
    ...(await Promise.all(exact.map((variant) => exactCandidate(contest, output.format, variant)))),
    ...(await lossyCandidates(contest, output.format, lossy)),
  ];
}

/**
 * Those that are expected to come near the smallest, itself included; the most promising first. Where none reaches the
 * score, all: what counts then is who comes closest.
 */
function nearest(candidates: Candidate[], share: number): Candidate[] {
  const reaching = candidates.filter(({ reaches }) => reaches);
  if (reaching.length === 0) return candidates;
  const smallest = Math.min(...reaching.map(({ expectedBytes }) => expectedBytes));
  return reaching
    .filter(({ expectedBytes }) => expectedBytes <= smallest * share)
    .sort((one, other) => one.expectedBytes - other.expectedBytes);
}

/** By a table alone: the first variant of the first format, at the encoder quality that usually reaches the score. */
async function encodeFast(contest: Contest, [output]: Output[]): Promise<Encoded> {
  const { image, options } = contest;
  const variant = output && variantsOf(contest, output)[0];
  if (!output || !variant) throw new Error('an image that no variant suits');
  const { format } = output;
  if (variant.type === 'exact') return writeExact(contest, format, variant);
  const wanted = Math.ceil(inverse(variant.usualScores, options.targetScore));
  const encoderQuality = Math.max(1, Math.min(wanted, variant.maxEncoderQuality(image)));
  const data = await variant.encode(image.open(), encoderQuality, options);
  return {
    format,
    data,
    encoding: variant.encoding,
    encoderQuality: encoderQuality,
    score: null,
    worstTileScore: null,
  };
}
