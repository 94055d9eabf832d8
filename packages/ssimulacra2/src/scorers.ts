import type { Pixels } from './pixels.ts';
import { type Exports, instantiate } from './wasm.ts';

/** An image on a background, that others are compared with. Two of them are told apart by identity. */
export interface Original {
  readonly pixels: Pixels;
  /** Grey of 0 to 255; undefined when there is no alpha to be seen. */
  readonly background: number | undefined;
}

interface Scorer {
  exports: Exports;
  /** What the memory is made ready for. */
  original: Original | undefined;
}

/** An original with alpha takes two, one for each of its backgrounds. */
const maxScorers = 2;
/** A memory never shrinks. One beyond this is kept for images that need much of it, and for no others. */
const maxIdleBytes = 128 * 2 ** 20;
/** What reserve asks for, about. */
const bytesPerPixel = 34;
const opaque = -1;

/**
 * The last used one stands last. They are few and shared, so that memory stays bounded without waiting for the garbage
 * collector: an original that had to make room is prepared again when it is next needed.
 */
let scorers: Scorer[] = [];

/** Makes an original ready unless it is. @throws RangeError when it needs more than the 4 GiB that a memory can have */
export function prepare(original: Original): void {
  scorerFor(original);
}

/** The score of an image of the original's size, on a background of its own. @throws RangeError as `prepare` */
export function scoreAgainst(original: Original, distorted: Pixels, background: number | undefined): number {
  const { exports } = scorerFor(original);
  putPixels(exports, distorted);
  return exports.score(distorted.channels, background ?? opaque);
}

/** A part of an image and of what is compared with it, that has a background of its own or is opaque. */
export interface Strip {
  original: Original;
  distorted: Pixels;
  background: number | undefined;
}

/** The score of an image that is compared strip by strip: memory for one is enough. @throws RangeError as `prepare` */
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

/** Gives the original's memory to whoever comes next. */
export function release(original: Original): void {
  const scorer = scorers.find((one) => one.original === original);
  if (scorer === undefined) return;
  scorer.original = undefined;
  // First in line, so that nobody else has to make room.
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
    throw new RangeError(`An image of ${pixels.widthPx} × ${pixels.heightPx} pixels is too large`);
  }
  putPixels(scorer.exports, pixels);
  scorer.exports.setOriginal(pixels.channels, background ?? opaque);
  scorer.original = original;
}

/** One that nobody has, else a new one, else the one that was not used for longest. */
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
