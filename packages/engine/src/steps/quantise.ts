import { competingNamedFormats } from '../competing-formats.ts';
import { type Image, megapixel, type Pixels, pixelCount } from '../image.ts';
import { type Curve, interpolate } from '../quality.ts';
import type { ImageScorers, SampleScorer } from '../scorers.ts';
import { sharp } from '../sharp.ts';
import { isIcon } from '../small-images.ts';
import type { Plan } from './plan.ts';
import {
  photoLadder,
  quickest,
  reaches,
  reduceColors,
  type Sheet,
  scoreSlack,
  searchColors,
  smallestPalette,
  usualDrawingStep,
} from './search-palette.ts';

/**
 * Number of points by which a sample's score may miss the target, because the score of the whole image can be slightly
 * higher.
 */
const sampleSlack = 2;
/** Maximum number of points by which the newer libimagequant scores higher than `quickest`. */
const newerGain = 3;
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

type Quantised = { image: Image; plan: Plan };

/**
 * Finds the palette with the fewest colors that reaches the target score, and adds it to the image. PNG and lossless
 * WebP use the palette if the image is a graphic, a drawing that was classified as a photo, or must be a PNG. The returned
 * plan contains the score that a photo can reach as PNG.
 */
export async function quantise(image: Image, plan: Plan, scorers: ImageScorers): Promise<Quantised> {
  const unchanged = { image, plan };
  if (!isUseful(image, plan) || !image.pixels || pixelCount(image) > maxQuantisedPixels) return unchanged;
  if (image.kind === 'photo' && isOnlyPng(image, plan)) return quantisePhoto(image, plan, scorers);
  if (image.kind === 'photo' && !(await isDrawing(image, image.pixels))) return unchanged;
  if (await isHopeless(image, plan, await scorers.probing())) return unchanged;
  const fewest = await smallestPalette(image, plan, (await scorers.checking()).measureFile);
  return fewest ? { image: { ...image, palette: fewest }, plan } : unchanged;
}

/** Quantizes a photograph for PNG output. Users who request PNG accept 256 dithered colors if the loss is small. */
async function quantisePhoto(image: Image, plan: Plan, scorers: ImageScorers): Promise<Quantised> {
  if (plan.targetScore >= losslessScore) return { image, plan };
  const goal = { ...plan, targetScore: interpolate(photoScores, plan.targetScore) };
  const { measureFile } = await scorers.checking();
  const { fewest, best } = await searchColors(image, goal, measureFile, photoLadder);
  const isAccepted = best.score >= goal.targetScore - photoSlack;
  const palette = fewest ?? (isAccepted ? best : undefined);
  if (!palette) return { image, plan };
  const targetScore = Math.min(goal.targetScore, palette.score);
  return { image: { ...image, palette }, plan: { ...goal, targetScore } };
}

/**
 * Returns whether a palette can be useful. A photo with a palette is larger than in any lossy format, but drawings with
 * soft edges can be classified as photos.
 */
function isUseful(image: Image, plan: Plan): boolean {
  if (image.kind === 'photo' && !mayBeDrawing(image, plan)) return isOnlyPng(image, plan);
  const formats = competingNamedFormats(image, plan)?.map(({ format }) => format) ?? ['png', 'webp'];
  return formats.some((format) => format === 'png' || format === 'webp');
}

/** Maximum number of pixels of a photo that is tried with a palette, such as a logo of 512 × 512 pixels. */
const maxDrawingPixels = 0.3 * megapixel;

/**
 * Returns whether an image that was classified as a photo may be a drawing. Opaque photos take up to five times as long
 * with this check, so they are checked only if they are icons or at a high target score, which drawings rarely reach in
 * lossy formats. JPEGs are checked only if they are icons, because their noise needs many colors.
 */
function mayBeDrawing(image: Image, { effort, targetScore }: Plan): boolean {
  const isLosslessSource = image.jpegQuality === undefined;
  const isLikely = image.hasAlpha || isIcon(image) || (targetScore > losslessScore && isLosslessSource);
  return effort === 'thorough' && isLikely && pixelCount(image) <= maxDrawingPixels;
}

/**
 * Bytes per visible pixel of a fast lossless encoding, above which an image is a photo. Of 24 icons and logos, all but
 * one need at most 1.3; of 28 small photos, three do.
 */
const maxDrawingBytes = 1.3;
/** Number of pixels up to which any image is tried with a palette. Lossless files of such icons have a large overhead. */
const tinyPixels = 64 * 64;

/**
 * Returns whether an image that was classified as a photo is a drawing with soft edges, which needs up to 60 % fewer
 * bytes with a palette (glossy icons of 64 to 480 pixels at the default quality).
 */
async function isDrawing(image: Image, { data, channels }: Pixels): Promise<boolean> {
  if (pixelCount(image) <= tinyPixels) return true;
  const lossless = await image.open().webp({ lossless: true, effort: 0 }).toBuffer();
  let visible = data.length / channels;
  if (channels === 4) for (let at = 3; at < data.length; at += 4) if (data[at] === 0) visible -= 1;
  return lossless.length <= visible * maxDrawingBytes;
}

function isOnlyPng(image: Image, plan: Plan): boolean {
  return (
    plan.formats !== undefined &&
    (competingNamedFormats(image, plan) ?? []).every(({ format }) => format === 'png')
  );
}

/**
 * Returns whether a sample of a large image, or a small photo, shows that a palette cannot lead to the smallest file:
 * 256 colors do not reach the score, or lossy WebP reaches it with fewer bytes. Testing this takes a fraction of the time.
 */
async function isHopeless(image: Image, plan: Plan, scorer: SampleScorer): Promise<boolean> {
  if (scorer.isWhole && image.kind === 'graphic') return false;
  const { data, widthPx, heightPx, channels } = scorer.sample;
  const raw = { width: widthPx, height: heightPx, channels };
  const sheet = { kind: image.kind, widthPx, heightPx, open: () => sharp(data, { raw }) };
  const palette = await reduceColors(sheet, quickest, scorer.measureSample);
  if (!reaches(palette, plan.targetScore - sampleSlack - newerGain)) return true;
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
  const palette = await reduceColors(sheet, usualDrawingStep(plan), scorer.measureSample);
  const exact = await palette.open().webp({ lossless: true, effort: 4, quality: 100 }).toBuffer();
  return lossy.length < exact.length;
}
