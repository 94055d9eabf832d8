import { createReference, type Reference, scoreInStrips } from '@gossamer/ssimulacra2/ssimulacra2';
import { type Image, megapixel, type Pixels, pixelCount } from './image.ts';
import { type Curve, interpolate } from './quality.ts';
import { type Extent, readFile, readSample, readSampleOfFile } from './sample.ts';
import { scoreAtAllScales } from './small-images.ts';
import { cutTiles, type Tiles, tilePx } from './tiles.ts';

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

/** Score of an encoded file. `worstTileScore` is the lowest score among the tiles with the largest pixel error. */
export type Verdict = { score: number; worstTileScore: number };

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
  const verdictOn = (pixels: Pixels) => ({
    score: scoreOf(pixels),
    worstTileScore: worstTileScore(original, pixels),
  });
  return {
    sample: original,
    isWhole,
    scoreSample: async (file) => scoreOf(await readFile(file)),
    measureSample: async (file) => verdictOn(await readFile(file)),
    measureFile: async (file) => verdictOn(await readSampleOfFile(file, image, sample)),
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

/** Number of tiles that are scored individually. */
const scoredTiles = 3;

function worstTileScore(sample: Pixels, other: Pixels): number {
  const worst = gridOf(sample)
    .map((tile) => ({ tile, error: squaredError(sample, other, tile) }))
    .sort((one, another) => another.error - one.error)
    .slice(0, scoredTiles);
  return Math.min(...worst.map(({ tile }) => scoreTile(sample, other, tile)));
}

function scoreTile(sample: Pixels, other: Pixels, tile: Tiles): number {
  const reference = createReference(cutTiles(sample, tile));
  const score = reference.score(cutTiles(other, tile));
  reference.free();
  const isSmaller = tile.widthPx < tilePx || tile.heightPx < tilePx;
  return isSmaller ? scoreAtAllScales(score, tile) : score;
}

/** Returns tiles that cover the whole image. The last row and column are moved inwards to end at the edges. */
function gridOf({ widthPx, heightPx }: Pixels): Tiles[] {
  const lefts = starts(widthPx);
  const size = { columns: 1, widthPx: Math.min(tilePx, widthPx), heightPx: Math.min(tilePx, heightPx) };
  return starts(heightPx).flatMap((top) => lefts.map((left) => ({ ...size, places: [{ left, top }] })));
}

function starts(sidePx: number): number[] {
  const count = Math.ceil(sidePx / tilePx);
  return Array.from({ length: count }, (_, n) => Math.max(0, Math.min(n * tilePx, sidePx - tilePx)));
}

/**
 * Returns the squared error of colors and alpha. Only every fourth row is compared, which is enough to find the worst
 * tile. Colors of fully transparent pixels are ignored.
 */
function squaredError(one: Pixels, other: Pixels, { places, widthPx, heightPx }: Tiles): number {
  const { left, top } = places[0] ?? { left: 0, top: 0 };
  let sum = 0;
  for (let row = top; row < top + heightPx; row += 4) {
    const at = row * one.widthPx + left;
    for (let pixel = at; pixel < at + widthPx; pixel += 1) {
      const alpha = alphaAt(one, pixel);
      const alphaDifference = alpha - alphaAt(other, pixel);
      sum += alphaDifference * alphaDifference;
      for (let color = 0; alpha > 0 && color < 3; color += 1) {
        const difference = colorAt(one, pixel, color) - colorAt(other, pixel, color);
        sum += difference * difference;
      }
    }
  }
  return sum;
}

function colorAt({ data, channels }: Pixels, pixel: number, color: number): number {
  return data[pixel * channels + (channels < 3 ? 0 : color)] ?? 0;
}

function alphaAt({ data, channels }: Pixels, pixel: number): number {
  return channels % 2 === 0 ? (data[pixel * channels + channels - 1] ?? 0) : 255;
}
