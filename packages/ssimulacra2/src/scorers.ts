import type { Pixels } from './pixels.ts';
import { type Exports, instantiate } from './wasm.ts';

/** An original image with a background color. Cached scorers identify the image by object identity. */
export interface Original {
  readonly pixels: Pixels;
  /** Gray level of the background, 0 to 255; undefined if the image is opaque. */
  readonly background: number | undefined;
}

interface Scorer {
  exports: Exports;
  /** The original that the scorer is currently prepared for. */
  original: Original | undefined;
}

/** Maximum number of scorers. An original with alpha needs two, one for each background. */
const maxScorers = 2;
/**
 * Maximum memory in bytes of an idle scorer that is kept for reuse. WebAssembly memory never shrinks, so a larger
 * scorer is reused only for images that need at least half of its memory.
 */
const maxIdleBytes = 128 * 2 ** 20;
/** Approximate memory in bytes per pixel that `reserve` allocates. */
const bytesPerPixel = 34;
const opaque = -1;

/**
 * Scorers, least recently used first. The number of scorers is limited, so that memory use is bounded without relying
 * on the garbage collector. An evicted original is prepared again on its next use.
 */
let scorers: Scorer[] = [];

/**
 * Prepares a scorer for an original unless one exists.
 * @throws RangeError if the image needs more than 4 GiB, the limit of WebAssembly
 */
export function prepare(original: Original): void {
  scorerFor(original);
}

/**
 * Returns the score of a distorted image on `background`. The image must have the size of the original.
 * @throws RangeError like `prepare`
 */
export function scoreAgainst(original: Original, distorted: Pixels, background: number | undefined): number {
  const { exports } = scorerFor(original);
  putPixels(exports, distorted);
  return exports.score(distorted.channels, background ?? opaque);
}

/** Corresponding strips of an original and a distorted image. `background` is the background of the distorted image. */
export interface Strip {
  original: Original;
  distorted: Pixels;
  background: number | undefined;
}

/**
 * Returns the score of an image that is compared strip by strip, which needs the memory of only one strip.
 * @throws RangeError like `prepare`
 */
export function scoreStrips(strips: Strip[]): number {
  const scorer = freeScorer(largest(strips.map(({ original }) => original.pixels)));
  scorers = scorers.filter((one) => one !== scorer);
  const { exports } = scorer;
  exports.startParts();
  for (const { original, distorted, background } of strips) {
    makeReady(scorer, original);
    putPixels(exports, distorted);
    exports.comparePart(distorted.channels, background ?? opaque);
  }
  scorer.original = undefined;
  if (isWorthKeeping(scorer)) scorers = [scorer, ...scorers].slice(0, maxScorers);
  return exports.scoreOfParts();
}

function largest(images: Pixels[]): Pixels {
  return images.reduce((one, other) => (other.data.length > one.data.length ? other : one));
}

/** Makes the scorer of an original available for other images. */
export function release(original: Original): void {
  const scorer = scorers.find((one) => one.original === original);
  if (scorer === undefined) return;
  scorer.original = undefined;
  // Put the released scorer first, so that it is reused before another scorer is evicted.
  const others = scorers.filter((one) => one !== scorer);
  scorers = isWorthKeeping(scorer) ? [scorer, ...others] : others;
}

function scorerFor(original: Original): Scorer {
  const scorer = scorers.find((one) => one.original === original) ?? freeScorer(original.pixels);
  scorers = [...scorers.filter((one) => one !== scorer), scorer];
  if (scorer.original !== original) makeReady(scorer, original);
  return scorer;
}

function makeReady(scorer: Scorer, original: Original): void {
  scorer.original = undefined;
  const { pixels, background } = original;
  if (!scorer.exports.reserve(pixels.widthPx, pixels.heightPx)) {
    throw new RangeError(`Image is too large to score: ${pixels.widthPx} × ${pixels.heightPx} pixels`);
  }
  putPixels(scorer.exports, pixels);
  scorer.exports.setOriginal(pixels.channels, background ?? opaque);
  scorer.original = original;
}

/**
 * Returns an unused scorer. If there is none, creates a scorer unless the maximum number exists, and otherwise returns
 * the least recently used scorer.
 */
function freeScorer({ widthPx, heightPx }: Pixels): Scorer {
  const [first] = scorers;
  if (first !== undefined && (first.original === undefined || scorers.length === maxScorers)) {
    if (isWorthKeeping(first, widthPx * heightPx * bytesPerPixel)) return first;
    scorers = scorers.slice(1);
  }
  return { exports: instantiate(), original: undefined };
}

function isWorthKeeping({ exports }: Scorer, neededBytes = 0): boolean {
  return exports.memory.buffer.byteLength <= Math.max(maxIdleBytes, 2 * neededBytes);
}

function putPixels({ memory, pixelsAt }: Exports, { data }: Pixels): void {
  new Uint8Array(memory.buffer).set(data, pixelsAt());
}
