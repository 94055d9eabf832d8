import { createReference, type Reference, scoreInStrips } from '@gossamer/ssimulacra2/ssimulacra2';
import { type Image, megapixel, type Pixels, pixelCount } from './image.ts';
import { type Curve, interpolate } from './quality.ts';
import { type Extent, readFile, readSample, readSampleOfFile, type SampleOfFile } from './sample.ts';
import { scoreAtAllScales } from './small-images.ts';
import { type Area, findWorstTile } from './worst-tile.ts';

/** Scores how similar an encoded file looks to the original. Compares whole images or samples. */
export type SampleScorer = {
  /**
   * Pixels of the original to compare: the whole image if it is small, otherwise tiles. Frames of an animation are
   * stacked.
   */
  sample: Pixels;
  isWhole: boolean;
  /** Returns the SSIMULACRA2 score of a file that contains only the sample. */
  scoreSample(file: Buffer): Promise<number>;
  measureSample(file: Buffer): Promise<Verdict>;
  /** Scores a file like `measureSample`, but the file contains the whole image. */
  measureFile(file: Buffer): Promise<Verdict>;
  free(): void;
};

/**
 * Score of an encoded file. `worstTileScore` is the lowest score among the tiles with the largest errors. `worstTile` is
 * the place of that tile; absent for animations, and if the image is compared by tiles only.
 */
export type Verdict = { score: number; worstTileScore: number; worstTile?: Area };

/** Scorers for an image: one for trials and one for the final check. Each scorer is created on first use. */
export type ImageScorers = {
  probing(): Promise<SampleScorer>;
  checking(): Promise<SampleScorer>;
  free(): Promise<void>;
};

/** Extent of the sample for trials: 0.6 megapixels. */
const probing: Extent = { tileCount: 16, maxWholePixels: 0.7 * megapixel };
/** Maximum number of pixels in a reference that is kept in memory. Larger samples are compared strip by strip. */
const maxReferencePixels = 2.2 * megapixel;

/**
 * Returns the extent of the final check: whole images of up to two megapixels, and about one megapixel of larger
 * photographs. Drawings are compared as a whole, because scores from tiles that miss an embedded photograph can be
 * wrong by twenty points.
 */
function checkingOf({ kind, pixels }: Image): Extent {
  const isSeenWhole = kind === 'graphic' && pixels !== undefined;
  return { tileCount: 28, maxWholePixels: isSeenWhole ? Infinity : maxReferencePixels };
}

export function createImageScorers(image: Image): ImageScorers {
  let forProbing: Promise<SampleScorer> | undefined;
  let forChecking: Promise<SampleScorer> | undefined;
  const ofProbing = () => {
    forProbing ??= createSampleScorer(image, probing);
    return forProbing;
  };
  return {
    probing: ofProbing,
    checking: async () => {
      // For a small image, reuse the trial scorer, because it already compares the whole image.
      const first = await ofProbing();
      forChecking ??= first.isWhole ? ofProbing() : createSampleScorer(image, checkingOf(image));
      return forChecking;
    },
    free: async () => {
      for (const scorer of [forProbing, forChecking]) (await scorer)?.free();
    },
  };
}

/** Creates the scorer of a sample. Preparation takes up to 60 ms per megapixel, and each score half that time. */
async function createSampleScorer(image: Image, extent: Extent): Promise<SampleScorer> {
  const sample = await readSample(image, extent);
  const { pixels: original, isWhole, frames } = sample;
  let prepared: Reference | undefined;
  const plainScore = (pixels: Pixels) => {
    if (pixelCount(original) > maxReferencePixels) return scoreInStrips(original, pixels);
    prepared ??= createReference(original);
    return prepared.score(pixels);
  };
  const share = pixelCount(original) / (image.widthPx * image.heightPx * frames.length);
  const scoreOf = (pixels: Pixels) =>
    isWhole ? scoreAtAllScales(plainScore(pixels), image) : scoreOfWhole(plainScore(pixels), share);
  const verdictOn = (pixels: Pixels): Verdict => {
    const worst = findWorstTile(original, pixels);
    return { score: scoreOf(pixels), worstTileScore: worst.score };
  };
  const verdictOnFile = ({ pixels, whole }: SampleOfFile): Verdict => {
    // Search the whole image for the worst tile if it is decoded anyway.
    const reference = isWhole ? original : image.pixels;
    if (image.pages > 1 || !whole || !reference) return verdictOn(pixels);
    const { score, area } = findWorstTile(reference, whole);
    return { score: scoreOf(pixels), worstTileScore: score, worstTile: area };
  };
  return {
    sample: original,
    isWhole,
    scoreSample: async (file) => scoreOf(await readFile(file)),
    measureSample: async (file) => verdictOn(await readFile(file)),
    measureFile: async (file) => verdictOnFile(await readSampleOfFile(file, image, sample)),
    free: () => prepared?.free(),
  };
}

/**
 * Number of points by which tiles score higher than the whole image, because seams between tiles hide errors at the
 * coarse scales. Measured on about forty JPEG and WebP images of 1 to 12 megapixels; the standard deviation is 0.4 to
 * 0.9.
 */
const tileGain: Curve = [
  [50, 2.8],
  [62, 2],
  [70, 1.3],
  [80, 0.6],
  [88, 0.25],
  [95, 0.1],
];

/** Estimates the score of the whole image from a sample's score. `share` is the fraction of pixels in the sample. */
function scoreOfWhole(score: number, share: number): number {
  return score - (1 - share) * interpolate(tileGain, score);
}
