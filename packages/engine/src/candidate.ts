import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { EncodeOptions, ExactVariant, LossyVariant } from './codecs/variant.ts';
import { finish } from './finish.ts';
import { type Encoded, type Image, pixelCount } from './image.ts';
import { inverse } from './quality.ts';
import type { ImageScorers, SampleScorer, Verdict } from './scorers.ts';
import { begin, type Course, refine } from './search.ts';
import { sharp } from './sharp.ts';
import { isIcon } from './small-images.ts';

/** The image, scorers and options that are shared by all candidates. */
export type Contest = { image: Image; scorers: ImageScorers; options: EncodeOptions };

/** A file that competes to become the result. The file may not have been encoded yet. */
export type Candidate = {
  format: EncodedFormat;
  /** Whether the candidate can reach the target score. */
  reaches: boolean;
  /** The best score of the candidate's trials; 100 if lossless. */
  probedScore: number;
  expectedBytes: number;
  /** The encoded file, if it already exists. */
  ready?: Encoded | undefined;
  /** Number of trial encodings performed so far. */
  probes: number;
  /** Runs further trial encodings and returns a candidate with better estimates. */
  refine(): Promise<Candidate>;
  /**
   * Returns candidates from the format's remaining variants. They were not tried before, because this candidate easily
   * reaches the target score.
   */
  alternatives(): Promise<Candidate[]>;
  /** Encodes the candidate. `growth` is the ratio of the file size to the expected size; undefined without trials. */
  write(): Promise<{ file: Encoded; growth: number | undefined }>;
};

/**
 * Ratio of a lossless image's bytes per pixel to those of its tiles. Tiles compress worse, because their encoding can
 * reuse less earlier data.
 */
const losslessGain = 0.8;

/**
 * Maximum number of quality steps above the usual encoder quality. A variant that needs more does not suit the image,
 * mostly because it subsamples chroma next to saturated colors. The next variant may then need far fewer bytes.
 */
const unusualSteps = 4;

/**
 * Returns a candidate for each lossy variant of a format that is worth a trial. Variants are tried in order until one
 * easily reaches the target score. For icons, which are small, all variants are tried.
 */
export async function lossyCandidates(
  contest: Contest,
  format: EncodedFormat,
  [variant, ...others]: LossyVariant[],
): Promise<Candidate[]> {
  if (!variant) return [];
  const { image, options, scorers } = contest;
  const scorer = await (variant.trial?.needsWhole ? scorers.checking() : scorers.probing());
  const maxEncoderQuality = variant.maxEncoderQuality(image);
  const course = await begin(variant, { goal: options.targetScore, maxEncoderQuality, scorer, options });
  const usualEncoderQuality = inverse(variant.usualScores, options.targetScore);
  const isEasy =
    course.reaches && course.encoderQuality <= usualEncoderQuality + unusualSteps && !isIcon(image);
  const next = () => lossyCandidates(contest, format, others);
  return isEasy
    ? [onCourse(contest, format, course, next)]
    : [onCourse(contest, format, course, async () => []), ...(await next())];
}

function onCourse(
  contest: Contest,
  format: EncodedFormat,
  course: Course,
  alternatives: Candidate['alternatives'],
): Candidate {
  const { image, scorers, options } = contest;
  const { encoding } = course.variant;
  return {
    format,
    reaches: course.reaches,
    probedScore: Math.max(...course.probes.map(({ score }) => score)),
    expectedBytes: course.sizeBytes * enlargement(image, course.aim.scorer),
    probes: course.probes.length,
    refine: async () => onCourse(contest, format, await refine(course), alternatives),
    alternatives,
    write: async () => {
      const { bytesOfSampleBytes, ...made } = await finish(image, course, scorers, options.targetScore);
      return {
        file: { format, encoding, ...made },
        growth: bytesOfSampleBytes / enlargement(image, course.aim.scorer),
      };
    },
  };
}

/**
 * Returns the candidate for an exact variant. Palette images and icons are encoded immediately; for all other images,
 * the size is estimated from tiles.
 */
export async function exactCandidate(
  contest: Contest,
  format: EncodedFormat,
  variant: ExactVariant,
): Promise<Candidate> {
  const isCheap = variant.isOfPalette || isIcon(contest.image);
  const ready = isCheap ? await writeExact(contest, format, variant) : undefined;
  const candidate: Candidate = {
    format,
    reaches: true,
    probedScore: 100,
    ready,
    expectedBytes: ready?.data.length ?? (await expectedLossless(contest, variant)),
    probes: 0,
    refine: async () => candidate,
    alternatives: async () => [],
    write: async () => ({ file: ready ?? (await writeExact(contest, format, variant)), growth: undefined }),
  };
  return candidate;
}

/** Encodes an exact variant. A lossless file has a score of 100; a palette image has the scores of its palette. */
export async function writeExact(
  { image, options }: Contest,
  format: EncodedFormat,
  variant: ExactVariant,
): Promise<Encoded> {
  const same: Verdict = { score: 100, worstTileScore: 100 };
  const { score, worstTileScore, worstTile } = (variant.isOfPalette && image.palette) || same;
  const data = await variant.encode(image, options);
  const scores = { score, worstTileScore, ...(worstTile && { worstTile }) };
  return { format, data, encoding: variant.encoding, encoderQuality: null, ...scores };
}

export async function expectedLossless(
  { image, scorers, options }: Contest,
  variant: ExactVariant,
): Promise<number> {
  const scorer = await scorers.probing();
  const { data, widthPx, heightPx, channels } = scorer.sample;
  const raw = { width: widthPx, height: heightPx, channels };
  const sample: Image = { ...image, widthPx, heightPx, pages: 1, open: () => sharp(data, { raw }) };
  const tiles = await variant.encode(sample, options);
  return tiles.length * enlargement(image, scorer) * (scorer.isWhole ? 1 : losslessGain);
}

export function enlargement(image: Image, { sample }: SampleScorer): number {
  return pixelCount(image) / (sample.widthPx * sample.heightPx);
}
