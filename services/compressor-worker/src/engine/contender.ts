import type { EncodedFormat } from '@gossamer/contracts/formats';
import type { EncodeOptions, ExactWay, LossyWay } from './codecs/way.ts';
import { finish } from './finish.ts';
import type { Judge, Judges } from './judge.ts';
import { type Encoded, type Picture, pixelCount } from './picture.ts';
import { inverse } from './quality.ts';
import { begin, type Course, refine } from './search.ts';
import { sharp } from './sharp.ts';
import { isIcon } from './small-images.ts';

/** What all contenders for one picture share. */
export type Contest = { picture: Picture; judges: Judges; options: EncodeOptions };

/** A file in the making. */
export type Contender = {
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
  refine(): Promise<Contender>;
  /** The format's variants that got no trial, since this one reaches the goal with ease. */
  alternatives(): Promise<Contender[]>;
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
 * Returns one contender for each lossy variant of a format that is worth a trial: the first, and the next ones as long as
 * the one before does not reach the goal with ease. Icons are so small that all are tried.
 */
export async function lossyContenders(
  contest: Contest,
  format: EncodedFormat,
  [way, ...others]: LossyWay[],
): Promise<Contender[]> {
  if (!way) return [];
  const { picture, options, judges } = contest;
  const judge = await (way.trial?.needsWhole ? judges.checking() : judges.probing());
  const maxDial = way.maxDial(picture);
  const course = await begin(way, { goal: options.targetScore, maxDial, judge, options });
  const usualDial = inverse(way.usualScores, options.targetScore);
  const isEasy = course.reaches && course.dial <= usualDial + unusualSteps && !isIcon(picture);
  const next = () => lossyContenders(contest, format, others);
  return isEasy
    ? [onCourse(contest, format, course, next)]
    : [onCourse(contest, format, course, async () => []), ...(await next())];
}

function onCourse(
  contest: Contest,
  format: EncodedFormat,
  course: Course,
  alternatives: Contender['alternatives'],
): Contender {
  const { picture, judges, options } = contest;
  const { encoding } = course.way;
  return {
    format,
    reaches: course.reaches,
    probedScore: Math.max(...course.probes.map(({ score }) => score)),
    expectedBytes: course.sizeBytes * enlargement(picture, course.aim.judge),
    probes: course.probes.length,
    refine: async () => onCourse(contest, format, await refine(course), alternatives),
    alternatives,
    write: async () => {
      const { bytesOfSampleBytes, ...made } = await finish(picture, course, judges, options.targetScore);
      return {
        file: { format, encoding, ...made },
        growth: bytesOfSampleBytes / enlargement(picture, course.aim.judge),
      };
    },
  };
}

/** The file of a palette or of an icon is written at once, which is cheap; others are estimated from the tiles. */
export async function exactContender(
  contest: Contest,
  format: EncodedFormat,
  way: ExactWay,
): Promise<Contender> {
  const isCheap = way.isOfPalette || isIcon(contest.picture);
  const ready = isCheap ? await writeExact(contest, format, way) : undefined;
  const contender: Contender = {
    format,
    reaches: true,
    probedScore: 100,
    ready,
    expectedBytes: ready?.data.length ?? (await expectedLossless(contest, way)),
    probes: 0,
    refine: async () => contender,
    alternatives: async () => [],
    write: async () => ({ file: ready ?? (await writeExact(contest, format, way)), growth: undefined }),
  };
  return contender;
}

/** With the palette's scores, or as lossless. */
export async function writeExact(
  { picture, options }: Contest,
  format: EncodedFormat,
  way: ExactWay,
): Promise<Encoded> {
  const same = { score: 100, worstTileScore: 100 };
  const { score, worstTileScore } = (way.isOfPalette && picture.palette) || same;
  const data = await way.encode(picture, options);
  return { format, data, encoding: way.encoding, encoderQuality: null, score, worstTileScore };
}

async function expectedLossless({ picture, judges, options }: Contest, way: ExactWay): Promise<number> {
  const judge = await judges.probing();
  const { data, widthPx, heightPx, channels } = judge.sample;
  const raw = { width: widthPx, height: heightPx, channels };
  const sample: Picture = { ...picture, widthPx, heightPx, pages: 1, open: () => sharp(data, { raw }) };
  const tiles = await way.encode(sample, options);
  return tiles.length * enlargement(picture, judge) * (judge.isWhole ? 1 : losslessGain);
}

function enlargement(picture: Picture, { sample }: Judge): number {
  return pixelCount(picture) / (sample.widthPx * sample.heightPx);
}
