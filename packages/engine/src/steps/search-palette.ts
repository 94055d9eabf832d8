import { pngQuantize } from '#optimizers';
import { type Image, megapixel, type Palette, pixelCount } from '../image.ts';
import { type Curve, interpolate } from '../quality.ts';
import type { Verdict } from '../scorers.ts';
import { sharp } from '../sharp.ts';
import { readChunks } from '../strip/png-chunks.ts';
import type { Plan } from './plan.ts';

/**
 * How to reduce colors: the quantizer, its quality, which determines the number of colors, and how much to dither. `own`
 * is sharp's libimagequant. `newer` is a newer version from another package, which always dithers.
 */
type Step = { by: 'own'; quality: number; dither: number } | { by: 'newer'; quality: number };

/**
 * Quantization steps, in ascending order of the number of colors. `usualRung` maps the target score to the step that
 * most images need; the search starts there.
 */
type Ladder = { steps: Step[]; usualRung: Curve; maxTries: number };

const own = (qualities: number[], dither: number) =>
  qualities.map((quality): Step => ({ by: 'own', quality, dither }));

/** Steps for graphics. Dithering adds bytes and raises the score only for gradients. */
const drawingLadder: Ladder = {
  steps: own([30, 50, 70, 80, 90, 95, 98, 100], 0),
  usualRung: [
    [50, 0],
    [70, 1],
    [80, 2],
    [87, 4],
    [92, 7],
  ],
  maxTries: 4,
};

/**
 * Number of colors from which a graphic is also quantized by the newer libimagequant, which takes four to ten times as
 * long. With 178 to 256 colors, it saves up to 20 % of the bytes; with 135 or fewer, it never saves any (30 graphics).
 */
const minNewerColors = 160;

/** Steps of the newer libimagequant for graphics. */
const newerLadder: Ladder = {
  steps: [60, 80, 90, 100].map((quality) => ({ by: 'newer', quality })),
  usualRung: [
    [87, 0],
    [91, 1],
    [94, 3],
  ],
  maxTries: 3,
};

/** Steps for photographs. All steps use dithering, because gradients would otherwise show banding. */
export const photoLadder: Ladder = {
  steps: own([10, 30, 50, 70, 80, 90, 100], 1),
  usualRung: [
    [34, 0],
    [44, 1],
    [54, 2],
    [64, 3],
    [72, 4],
    [76, 5],
  ],
  maxTries: 4,
};

/** Number of points by which a palette may miss the target score. The difference is invisible. */
export const scoreSlack = 0.5;
/** A palette of 256 colors by sharp's libimagequant, which is fast enough to test samples. */
export const quickest: Step = { by: 'own', quality: 100, dither: 0 };
/**
 * If a score is more than this number of points below the target score, the search advances by two steps, because a
 * single step gains too little.
 */
const farPoints = 9;

/** Minimum score gain of a step, in points. If a step gains less, the search ends. */
const leastGain = 0.3;

/** Maximum number of pixels for the slower settings, which are not worth the time for larger images. */
const maxFinePixels = 6 * megapixel;
/** Points by which the worst tile may score lower than the image, to protect a small photo in a screenshot. */
const worstTileSlack = 25;

export type Sheet = Pick<Image, 'open' | 'widthPx' | 'heightPx' | 'kind'>;
export type Scorer = (png: Buffer) => Promise<Verdict>;

/**
 * Returns the smallest palette of a graphic that reaches the target score. Tries the newer quantizer only if it can find
 * a smaller palette.
 */
export async function smallestPalette(
  sheet: Sheet,
  plan: Plan,
  scorer: Scorer,
): Promise<Palette | undefined> {
  const { fewest } = await searchColors(sheet, plan, scorer, drawingLadder);
  const isSufficient = fewest !== undefined && colorsOf(fewest) < minNewerColors;
  if (isSufficient || plan.effort === 'fast' || pixelCount(sheet) > maxFinePixels) return fewest;
  const newer = (await searchColors(sheet, plan, scorer, newerLadder)).fewest;
  if (!fewest || !newer) return fewest ?? newer;
  return (await losslessBytes(newer)) < (await losslessBytes(fewest)) ? newer : fewest;
}

function colorsOf({ png }: Palette): number {
  const entries = readChunks(png)?.find(({ type }) => type === 'PLTE');
  return (entries?.data.length ?? 0) / 3;
}

async function losslessBytes({ open }: Palette): Promise<number> {
  return (await open().webp({ lossless: true, effort: 1 }).toBuffer()).length;
}

/**
 * Searches upwards from the usual step until the target score is reached, or downwards if that step reaches it. `fewest`
 * is the palette of the lowest step that reaches it; `best` is the palette with the highest score.
 */
export async function searchColors(
  sheet: Sheet,
  plan: Plan,
  scorer: Scorer,
  ladder: Ladder,
): Promise<{ fewest: Palette | undefined; best: Palette }> {
  const { steps, maxTries } = ladder;
  const top = steps.length - 1;
  let rung = usualRung(ladder, plan);
  let fewest: Palette | undefined;
  const tried: Palette[] = [];
  const tries = plan.effort === 'fast' ? 1 : maxTries;
  for (let step = steps[rung]; step && tried.length < tries; step = steps[rung]) {
    const palette = await reduceColors(sheet, step, scorer);
    const isEnough = reaches(palette, plan.targetScore);
    const before = tried.at(-1);
    tried.push(palette);
    if (isEnough) fewest = palette;
    else if (fewest) break;
    else if (before && palette.score - before.score < leastGain) break;
    const next = rung + stepFrom(palette, isEnough, plan.targetScore);
    rung = rung < top ? Math.min(next, top) : next;
  }
  return { fewest, best: tried.reduce((best, next) => (next.score > best.score ? next : best)) };
}

function usualRung({ usualRung: rungs }: Ladder, { targetScore }: Plan): number {
  return Math.round(interpolate(rungs, targetScore));
}

/** Returns the step at which most graphics reach the target score. */
export function usualDrawingStep(plan: Plan): Step {
  return drawingLadder.steps[usualRung(drawingLadder, plan)] ?? quickest;
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

/** Returns whether a palette's score, and that of its worst tile, are close enough to the target score. */
export function reaches({ score, worstTileScore }: Verdict, targetScore: number): boolean {
  return score >= targetScore - scoreSlack && worstTileScore >= targetScore - worstTileSlack;
}

export async function reduceColors(sheet: Sheet, step: Step, scorer: Scorer): Promise<Palette> {
  const png = await (step.by === 'newer' ? inNewerColors(sheet, step.quality) : inColors(sheet, step));
  return { png, open: () => sharp(png), ...(await scorer(png)) };
}

function inColors(sheet: Sheet, { quality, dither }: { quality: number; dither: number }): Promise<Buffer> {
  const options = { palette: true, quality, dither, effort: effortFor(sheet), compressionLevel: 9 };
  return sheet.open().png(options).toBuffer();
}

async function inNewerColors(sheet: Sheet, maxQuality: number): Promise<Buffer> {
  const png = await sheet.open().png({ compressionLevel: 1 }).toBuffer();
  return pngQuantize(png, { minQuality: 0, maxQuality, speed: 3 });
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
