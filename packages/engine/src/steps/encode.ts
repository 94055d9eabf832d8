import { type Candidate, type Contest, exactCandidate, lossyCandidates, writeExact } from '../candidate.ts';
import type { Output } from '../codecs/codec.ts';
import type { EncodeOptions, EncoderVariant, ExactVariant, LossyVariant } from '../codecs/variant.ts';
import { competingFormats } from '../competing-formats.ts';
import { better, slowPixels } from '../finish.ts';
import { type Encoded, type Image, megapixel, pixelCount } from '../image.ts';
import { inverse } from '../quality.ts';
import type { ImageScorers } from '../scorers.ts';
import { preferLossless } from '../small-images.ts';
import { writeFiles } from '../write-files.ts';
import type { Plan } from './plan.ts';

/** The chosen encoding, and the total number of trial encodings. */
export type Outcome = Encoded & {
  probes: number;
  /** Returns the expected file size at a given score. Defined only if the file size is limited. */
  bytesAtScore?: (score: number) => number;
};

/**
 * Tolerances for selecting candidates by estimated size, which is off by a few percent. Candidates within `refined`
 * times the smallest estimate get further trials. After that, candidates within `written` times the smallest estimate
 * are encoded. Small images have larger tolerances: they are fast to encode and their sizes are harder to estimate.
 */
const shares = { small: { refined: 1.4, written: 1.3 }, large: { refined: 1.1, written: 1.03 } };
const smallPixels = 0.25 * megapixel;

/**
 * Encodes the image and returns the smallest file that reaches the target score, among all variants of all formats. If
 * no file reaches the score, returns the file with the best score.
 * @throws EngineError `unsupported_format` if JPEG is the only requested format and the image is transparent
 */
export async function encode(image: Image, plan: Plan, scorers: ImageScorers): Promise<Outcome> {
  const { effort, targetScore } = plan;
  const fitting = competingFormats(image, plan);
  const contest = contestOf(image, plan, scorers, fitting);
  if (effort === 'fast') return { ...(await encodeFast(contest, fitting)), probes: 0 };
  const begun = (await Promise.all(fitting.map((output) => candidatesOf(contest, output)))).flat();
  const share = shares[pixelCount(image) <= smallPixels ? 'small' : 'large'];
  const refined = await withAlternatives(await refineNearest(begun, share.refined), share.refined);
  const ready = begun.flatMap((candidate) => candidate.ready ?? []);
  const unwritten = worthWriting(image, nearest(refined, share.written));
  const others = refined.filter((candidate) => candidate.reaches && !unwritten.includes(candidate));
  const files = await writeFiles(ready, { unwritten, others }, contest);
  const smallest = files.reduce((best, next) => better(best, next, targetScore));
  const best = preferLossless(smallest, files, image);
  return { ...best, probes: refined.reduce((sum, { probes }) => sum + probes, 0) };
}

export function contestOf(image: Image, plan: Plan, scorers: ImageScorers, formats: Output[]): Contest {
  const { effort, targetScore } = plan;
  const options: EncodeOptions = {
    effort,
    targetScore,
    kind: image.kind,
    hasAlpha: image.hasAlpha,
    gamut: image.gamut,
    pixels: pixelCount(image),
    isAnimated: image.pages > 1,
    isOnlyFormat: plan.formats !== undefined && formats.length === 1,
  };
  return { image, scorers, options };
}

/**
 * Returns all candidates after refining those near the smallest size. If none of the refined candidates reaches the
 * score, refines all others as well.
 */
async function refineNearest(candidates: Candidate[], share: number): Promise<Candidate[]> {
  const near = nearest(candidates, share);
  const far = candidates.filter((candidate) => !near.includes(candidate));
  const refined = await Promise.all(near.map((candidate) => candidate.refine()));
  const isAnyGood = refined.some(({ reaches }) => reaches);
  return [...refined, ...(isAnyGood || far.length === 0 ? far : await refineNearest(far, share))];
}

/**
 * Maximum ratio of a further candidate's expected size to that of the best candidate. The margin is needed because
 * estimates from tiles are off by up to a tenth.
 */
const clearShare = 0.85;

/**
 * Adds the other JPEG variants if JPEG is the best candidate. Drawings with soft edges need up to 40 % fewer bytes with
 * the other variants.
 */
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

/**
 * Returns the candidates to encode completely. For a large image whose target score no variant reaches, this is only
 * the best candidate.
 */
function worthWriting(image: Image, candidates: Candidate[]): Candidate[] {
  const unwritten = candidates.filter((candidate) => !candidate.ready);
  const isHopeless = pixelCount(image) > slowPixels && !candidates.some(({ reaches }) => reaches);
  if (!isHopeless) return unwritten;
  return unwritten.sort((one, other) => other.probedScore - one.probedScore).slice(0, 1);
}

const variantsOf = ({ image, options }: Contest, { variants }: Output): EncoderVariant[] =>
  variants.filter((variant) => variant.suits(image, options.targetScore));

/** Returns all candidates of one format. */
export async function candidatesOf(contest: Contest, output: Output): Promise<Candidate[]> {
  const variants = variantsOf(contest, output);
  const exact = variants.filter((variant): variant is ExactVariant => variant.type === 'exact');
  const lossy = variants.filter((variant): variant is LossyVariant => variant.type === 'lossy');
  return [
    ...(await Promise.all(exact.map((variant) => exactCandidate(contest, output.format, variant)))),
    ...(await lossyCandidates(contest, output.format, lossy)),
  ];
}

/**
 * Returns candidates whose expected size is near the smallest expected size, in ascending order of size. If no
 * candidate reaches the score, returns all candidates, because the best score then decides.
 */
function nearest(candidates: Candidate[], share: number): Candidate[] {
  const reaching = candidates.filter(({ reaches }) => reaches);
  if (reaching.length === 0) return candidates;
  const smallest = Math.min(...reaching.map(({ expectedBytes }) => expectedBytes));
  return reaching
    .filter(({ expectedBytes }) => expectedBytes <= smallest * share)
    .sort((one, other) => one.expectedBytes - other.expectedBytes);
}

/**
 * Encodes without a search, using the first variant of the first format at the encoder quality that usually reaches the
 * target score.
 */
async function encodeFast(contest: Contest, [output]: Output[]): Promise<Encoded> {
  const { image, options } = contest;
  const variant = output && variantsOf(contest, output)[0];
  if (!output || !variant) throw new Error('no encoder variant supports the image');
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
