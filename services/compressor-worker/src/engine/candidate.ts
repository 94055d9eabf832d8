import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { EncodeOptions, ExactVariant, LossyVariant } from './codecs/variant.ts';
import { finish } from './finish.ts';
import { type Encoded, type Image, pixelCount } from './image.ts';
import { inverse } from './quality.ts';
import type { ImageScorers, SampleScorer } from './scorers.ts';
import { begin, type Course, refine } from './search.ts';
import { sharp } from './sharp.ts';
import { isIcon } from './small-images.ts';

/** What all candidates for one image share. */
export type Contest = { image: Image; scorers: ImageScorers; options: EncodeOptions };

/** A file in the making. */
export type Candidate = {
  format: EncodedFormat;
  /** Whether it can have the score that is asked for. */
  reaches: boolean;
  /** The best score of its trials; 100 where nothing is lost. */
  probedScore: number;
  expectedBytes: number;
  /** The file, where it is made already. */
  ready?: Encoded | undefined;
  /** Trial encodings so far. */
  probes: number;
  /** Knows better what to expect. */
  refine(): Promise<Candidate>;
  /** The format's variants that got no trial, since this one reaches the goal with ease. */
  alternatives(): Promise<Candidate[]>;
  /** The file, and its bytes by those expected for the sample, where there were trials. */
  write(): Promise<{ file: Encoded; growth: number | undefined }>;
};

/** Lossless coding repeats what it has seen: the whole takes less than its tiles let expect. */
const losslessGain = 0.8;

/**
 * A variant that needs so many steps of quality more than usual has trouble with the image, mostly with halved chroma
 * beside saturated colours: the next variant can then take a fraction of the bytes.
 */
const unusualSteps = 4;

/**
 * Returns one candidate for each lossy variant of a format that is worth a trial: the first, and the next ones as long as
 * the one before does not reach the goal with ease. Icons are so small that all are tried.
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

/** The file of a palette or of an icon is written at once, which is cheap; others are estimated from the tiles. */
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

/** With the palette's scores, or as lossless. */
export async function writeExact(
  { image, options }: Contest,
  format: EncodedFormat,
  variant: ExactVariant,
): Promise<Encoded> {
  const same = { score: 100, worstTileScore: 100 };
  const { score, worstTileScore } = (variant.isOfPalette && image.palette) || same;
  const data = await variant.encode(image, options);
  return { format, data, encoding: variant.encoding, encoderQuality: null, score, worstTileScore };
}

async function expectedLossless(
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

function enlargement(image: Image, { sample }: SampleScorer): number {
  return pixelCount(image) / (sample.widthPx * sample.heightPx);
}
