import { pngQuantize } from '@napi-rs/image';
import { competingNamedFormats } from '../competing-formats.ts';
import { type Image, type ImageKind, megapixel, type Palette, pixelCount } from '../image.ts';
import { type Curve, interpolate } from '../quality.ts';
import type { ImageScorers, SampleScorer, Verdict } from '../scorers.ts';
import { sharp } from '../sharp.ts';
import type { Plan } from './plan.ts';

type Step = { quality: number; dither: number } | 'finest';

/**
 * Quantization steps for graphics, from few colors to 256. libimagequant's quality determines the number of colors.
 * Dithering adds bytes and raises the score only for gradients. The last step uses the newer libimagequant from another
 * package, which scores one to five points better on drawings but takes six times as long.
 */
const drawingSteps: Step[] = [
  { quality: 30, dither: 0 },
  { quality: 50, dither: 0 },
  { quality: 70, dither: 0 },
  { quality: 80, dither: 0 },
  { quality: 90, dither: 0 },
  { quality: 95, dither: 0 },
  { quality: 98, dither: 0 },
  { quality: 100, dither: 0 },
  'finest',
];
/** Quantization steps for photographs. All steps use dithering, because gradients would otherwise show banding. */
const photoSteps: Step[] = [10, 30, 50, 70, 80, 90, 100].map((quality) => ({ quality, dither: 1 }));
/**
 * Quantization steps by kind of image. `usualRung` maps the target score to the step that most images need; the search
 * starts there.
 */
const ladders: Record<ImageKind, { steps: Step[]; usualRung: Curve }> = {
  graphic: {
    steps: drawingSteps,
    usualRung: [
      [50, 0],
      [70, 1],
      [80, 2],
      [87, 4],
      [92, 7],
    ],
  },
  photo: {
    steps: photoSteps,
    usualRung: [
      [34, 0],
      [44, 1],
      [54, 2],
      [64, 3],
      [72, 4],
      [76, 5],
    ],
  },
};
const maxTries = 4;
/** Number of points by which a palette may miss the target score. The difference is invisible. */
const scoreSlack = 0.5;
/** Points by which a sample may miss the target score. The whole image may have a slightly higher score. */
const sampleSlack = 2;
/**
 * Maximum score gain of the last step over the previous one, in points. Samples are tested with the previous step,
 * because the last step is too slow.
 */
const finestGain = 3;
/**
 * If a score is more than this number of points below the target score, the search advances by two steps, because a
 * single step gains too little.
 */
const farPoints = 9;

/** Minimum score gain of a step, in points. If a step gains less, the search skips to the last step. */
const leastGain = 0.3;

/**
 * Maps the target score of other formats to the target score of photographs that are saved as PNG with a dithered
 * palette. Measured on 30 photographs. From quality 95 (score 87), PNG is lossless.
 */
const photoScores: Curve = [
  [40, 34],
  [50, 44],
  [60, 54],
  [70, 64],
  [80, 72],
  [87, 76],
];
const losslessScore = 87;
/**
 * Number of points by which the finest palette of a photograph may miss the target score. Beyond this limit, the
 * photograph is encoded losslessly.
 */
const photoSlack = 20;

/** Maximum number of pixels for quantization, because the search takes too long for larger images. */
const maxQuantisedPixels = 24 * megapixel;
/** Maximum number of pixels for the slower settings, which are not worth the time for larger images. */
const maxFinePixels = 6 * megapixel;
/** Points by which the worst tile may score lower than the image, to protect a small photo in a screenshot. */
const worstTileSlack = 25;

type Quantised = { image: Image; plan: Plan };

/**
 * Finds the palette with the fewest colors that reaches the target score, and adds it to the image. PNG and lossless
 * WebP use the palette if the image is a graphic or must be a PNG. The returned plan contains the score that a photo
 * can reach as PNG.
 */
export async function quantise(image: Image, plan: Plan, scorers: ImageScorers): Promise<Quantised> {
  const unchanged = { image, plan };
  if (!isUseful(image, plan) || !image.pixels || pixelCount(image) > maxQuantisedPixels) return unchanged;
  if (image.kind === 'photo') return quantisePhoto(image, plan, scorers);
  if (await isHopeless(image, plan, await scorers.probing())) return unchanged;
  const { fewest } = await searchColors(image, plan, (await scorers.checking()).measureFile);
  return fewest ? { image: { ...image, palette: fewest }, plan } : unchanged;
}

/** Quantizes a photograph for PNG output. Users who request PNG accept 256 dithered colors if the loss is small. */
async function quantisePhoto(image: Image, plan: Plan, scorers: ImageScorers): Promise<Quantised> {
  if (plan.targetScore >= losslessScore) return { image, plan };
  const goal = { ...plan, targetScore: interpolate(photoScores, plan.targetScore) };
  const { fewest, best } = await searchColors(image, goal, (await scorers.checking()).measureFile);
  const isAccepted = best.score >= goal.targetScore - photoSlack;
  const palette = fewest ?? (isAccepted ? best : undefined);
  if (!palette) return { image, plan };
  const targetScore = Math.min(goal.targetScore, palette.score);
  return { image: { ...image, palette }, plan: { ...goal, targetScore } };
}

/** Returns whether a palette can be useful. A photo with a palette is larger than in any lossy format. */
function isUseful(image: Image, plan: Plan): boolean {
  const formats = competingNamedFormats(image, plan)?.map(({ format }) => format) ?? ['png', 'webp'];
  const isPaletted = (format: string) => format === 'png' || format === 'webp';
  return image.kind === 'graphic'
    ? formats.some(isPaletted)
    : plan.formats !== undefined && formats.every((format) => format === 'png');
}

/**
 * Returns whether a sample of a large image shows that a palette cannot lead to the smallest file: 256 colors do not
 * reach the score, or lossy WebP reaches it with fewer bytes. Testing the sample takes a fraction of the time.
 */
async function isHopeless(image: Image, plan: Plan, scorer: SampleScorer): Promise<boolean> {
  if (scorer.isWhole) return false;
  const { data, widthPx, heightPx, channels } = scorer.sample;
  const raw = { width: widthPx, height: heightPx, channels };
  const sheet = { kind: image.kind, widthPx, heightPx, open: () => sharp(data, { raw }) };
  const palette = await reduceColors(sheet, drawingSteps.length - 2, scorer.measureSample);
  if (!reaches(palette, plan.targetScore - sampleSlack - finestGain)) return true;
  return plan.formats === undefined && isOutdone(sheet, plan, scorer);
}

/** Maps a score to the quality at which lossy WebP usually reaches it. */
const lossyQuality: Curve = [
  [50, 34],
  [60, 55],
  [70, 77],
  [80, 88],
  [87, 95],
  [92, 100],
];

/**
 * Returns whether lossy WebP needs fewer bytes for the sample than the palette that usually reaches the score. The
 * ratio of the two sizes is 0.7 to 0.8 for screenshots with photographs and 1.9 to 2.8 for drawings.
 */
async function isOutdone(sheet: Sheet, plan: Plan, scorer: SampleScorer): Promise<boolean> {
  const quality = Math.round(interpolate(lossyQuality, plan.targetScore));
  const lossy = await sheet.open().webp({ quality, effort: 2, smartSubsample: true }).toBuffer();
  if ((await scorer.scoreSample(lossy)) < plan.targetScore - scoreSlack) return false;
  const rung = Math.round(interpolate(ladders[sheet.kind].usualRung, plan.targetScore));
  const palette = await reduceColors(sheet, rung, scorer.measureSample);
  const exact = await palette.open().webp({ lossless: true, effort: 4, quality: 100 }).toBuffer();
  return lossy.length < exact.length;
}

type Sheet = Pick<Image, 'open' | 'widthPx' | 'heightPx' | 'kind'>;
type Scorer = (png: Buffer) => Promise<Verdict>;

/** Searches upwards from the usual step until the target score is reached, or downwards if that step reaches it. */
async function searchColors(
  sheet: Sheet,
  plan: Plan,
  scorer: Scorer,
): Promise<{ fewest: Palette | undefined; best: Palette }> {
  const { steps, usualRung } = ladders[sheet.kind];
  const top = steps.length - 1;
  let rung = Math.round(interpolate(usualRung, plan.targetScore));
  let fewest: Palette | undefined;
  const tried: Palette[] = [];
  const tries = plan.effort === 'fast' ? 1 : maxTries;
  while (tried.length < tries && rung >= 0 && rung <= top) {
    const palette = await reduceColors(sheet, rung, scorer);
    const isEnough = reaches(palette, plan.targetScore);
    const before = tried.at(-1);
    tried.push(palette);
    if (isEnough) fewest = palette;
    else if (fewest) break;
    const isExhausted = before !== undefined && palette.score - before.score < leastGain && rung < top;
    rung = !isEnough && isExhausted ? top : rung + stepFrom(palette, isEnough, plan.targetScore);
  }
  return { fewest, best: tried.reduce((best, next) => (next.score > best.score ? next : best)) };
}

/**
 * Returns the next step of the search: one step down if the score is reached, one step up if it is missed, two steps up
 * if it is missed by far.
 */
function stepFrom({ score, worstTileScore }: Verdict, isEnough: boolean, targetScore: number): number {
  if (isEnough) return -1;
  const missing = Math.max(targetScore - score, targetScore - worstTileSlack - worstTileScore);
  return missing > farPoints ? 2 : 1;
}

function reaches({ score, worstTileScore }: Verdict, targetScore: number): boolean {
  return score >= targetScore - scoreSlack && worstTileScore >= targetScore - worstTileSlack;
}

async function reduceColors(sheet: Sheet, rung: number, scorer: Scorer): Promise<Palette> {
  const step = ladders[sheet.kind].steps[rung];
  const png = await (step === undefined || step === 'finest' ? inFinestColors(sheet) : inColors(sheet, step));
  return { png, open: () => sharp(png), ...(await scorer(png)) };
}

function inColors(sheet: Sheet, { quality, dither }: { quality: number; dither: number }): Promise<Buffer> {
  const options = { palette: true, quality, dither, effort: effortFor(sheet), compressionLevel: 9 };
  return sheet.open().png(options).toBuffer();
}

async function inFinestColors(sheet: Sheet): Promise<Buffer> {
  if (pixelCount(sheet) > maxFinePixels) return inColors(sheet, { quality: 100, dither: 1 });
  const png = await sheet.open().png({ compressionLevel: 1 }).toBuffer();
  return pngQuantize(png, { minQuality: 0, maxQuality: 100, speed: 3 });
}

/**
 * Returns the effort setting for sharp's libimagequant. Compared with effort 4, effort 7 finds a better palette, which
 * saves up to 15 % of the bytes at the same score but takes up to twice the time. Effort 1 takes two thirds of the time
 * of effort 4.
 */
function effortFor(sheet: Sheet): number {
  const pixels = pixelCount(sheet);
  if (sheet.kind === 'photo' && pixels > 2 * megapixel) return pixels <= 4 * megapixel ? 4 : 1;
  if (pixels <= maxFinePixels) return 7;
  return pixels <= 12 * megapixel ? 4 : 1;
}
