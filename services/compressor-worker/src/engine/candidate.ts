import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { EncodeOptions, ExactVariant, LossyVariant } from './codecs/variant.ts';
import { finish } from './finish.ts';
import { type Encoded, type Image, pixelCount } from './image.ts';
import { inverse } from './quality.ts';
import type { ImageScorers, SampleScorer } from './scorers.ts';
import { begin, type Course, refine } from './search.ts';
import { sharp } from './sharp.ts';
import { isIcon } from './small-images.ts';

/** The image, scorers and options that all candidates share. */
export type Contest = { image: Image; scorers: ImageScorers; options: EncodeOptions };

/** An encoded file that competes to become the result, perhaps not written yet. */
export type Candidate = {
  format: EncodedFormat;
  /** Whether it can reach the target score. */
  reaches: boolean;
  /** The best score of its trials; 100 if lossless. */
  probedScore: number;
  expectedBytes: number;
  /** The file, if it is already written. */
  ready?: Encoded | undefined;
  /** Trial encodings so far. */
  probes: number;
  /** Returns the candidate with estimates from further trials. */
  refine(): Promise<Candidate>;
  /** Returns the format's variants that were not tried because this one reaches the goal easily. */
  alternatives(): Promise<Candidate[]>;
  /** Writes the file. `growth` is its size divided by the expected size; undefined without trials. */
  write(): Promise<{ file: Encoded; growth: number | undefined }>;
};

/** Lossless coding reuses earlier data, so the whole image takes fewer bytes per pixel than its tiles. */
const losslessGain = 0.8;

/**
 * A variant that needs this many quality steps more than usual suits the image badly, mostly because of halved chroma
 * beside saturated colors. The next variant can then take a fraction of the bytes.
 */
const unusualSteps = 4;

/**
 * Returns a candidate for each lossy variant of a format that is worth a trial: the first, and further ones until one
 * reaches the goal easily. For icons all variants are tried, because they are small.
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

/** Returns an exact variant's candidate. Palettes and icons are written at once; others are estimated from tiles. */
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

/** Writes a file with the palette's scores, or with those of a lossless file. */
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
