import { assertPixels, atLeastMinimum, hasAlpha, type Pixels } from './pixels.ts';
import { type Original, prepare, release, scoreAgainst, scoreStrips } from './scorers.ts';

export type { Pixels } from './pixels.ts';

export interface Reference {
  /**
   * Returns the SSIMULACRA2 score of an image compared with the reference: 100 is identical, 90 very high, 70 high, 50
   * medium, 30 low; scores can be negative. The sizes must match; the channels may differ. If one of the images is not
   * opaque, both are compared on a nearly black and on a nearly white background, and the lower score is returned.
   * @throws RangeError if the sizes do not match
   */
  score(distorted: Pixels): number;
  /**
   * Frees the memory immediately instead of waiting until other references need it. Optional; call `free` in a
   * `finally` block. The reference remains usable.
   */
  free(): void;
}

/** Backgrounds for transparent images as in the reference implementation: 10 % and 90 % of white. */
const backgrounds = [25.5, 229.5];

/**
 * Prepares an original for comparisons with many images. Keeps a reference to `original.data`, which must not change.
 * Images with sides under 8 px are extended to 8 px by mirroring.
 * @throws RangeError if sizes are 0 or do not match the data.
 * @throws Error if the package was not built
 */
export function createReference(original: Pixels): Reference {
  assertPixels(original);
  const pixels = atLeastMinimum(original);
  const originals: Original[] = hasAlpha(pixels)
    ? backgrounds.map((background) => ({ pixels, background }))
    : [{ pixels, background: undefined }];
  for (const one of originals) prepare(one);
  return {
    score(distorted) {
      assertPixels(distorted);
      assertSameSize(original, distorted);
      return worstScore(originals, atLeastMinimum(distorted));
    },
    free: () => originals.forEach(release),
  };
}

function assertSameSize(original: Pixels, distorted: Pixels): void {
  const { widthPx, heightPx } = original;
  if (distorted.widthPx === widthPx && distorted.heightPx === heightPx) return;
  throw new RangeError(
    `Expected an image of ${widthPx} × ${heightPx} pixels, got ${distorted.widthPx} × ${distorted.heightPx}`,
  );
}

/** Returns the lowest score over all backgrounds. An opaque image has the same score on every background. */
function worstScore(originals: Original[], distorted: Pixels): number {
  const grounds = hasAlpha(distorted) ? backgrounds : [undefined];
  const scores = originals.flatMap((original) =>
    grounds
      .filter(
        (ground) =>
          original.background === undefined || ground === undefined || ground === original.background,
      )
      .map((ground) => scoreAgainst(original, distorted, ground)),
  );
  return Math.min(...scores);
}

/** Approximate number of pixels per strip. Strips have at least `stripRows` rows, so that all six scales exist. */
const stripPixels = 2_200_000;
const stripRows = 128;

/**
 * Returns the SSIMULACRA2 score of `distorted` compared with `original`. Unlike `createReference`, needs memory for
 * only three megapixels, regardless of the image size, and prepares the original for each call. Scores can differ by
 * tenths of a point, because the seams between strips are less precise.
 * @throws RangeError if a size is 0, or if the sizes do not match the data or each other
 */
export function scoreInStrips(original: Pixels, distorted: Pixels): number {
  for (const one of [original, distorted]) assertPixels(one);
  assertSameSize(original, distorted);
  const [left, right] = [atLeastMinimum(original), atLeastMinimum(distorted)];
  const [isClear, isOtherClear] = [hasAlpha(left), hasAlpha(right)];
  const others = stripsOf(right);
  const strips = stripsOf(left).map((pixels, index) => ({ pixels, distorted: others[index] ?? pixels }));
  const scores = (isClear || isOtherClear ? backgrounds : [undefined]).map((ground) =>
    scoreStrips(
      strips.map(({ pixels, distorted: other }) => ({
        original: { pixels, background: isClear ? ground : undefined },
        distorted: other,
        background: isOtherClear ? ground : undefined,
      })),
    ),
  );
  return Math.min(...scores);
}

/** Splits an image into strips of similar height, at multiples of 32 rows, the block height of the smallest scale. */
function stripsOf({ data, widthPx, heightPx, channels }: Pixels): Pixels[] {
  const wanted = Math.ceil((widthPx * heightPx) / stripPixels);
  const rows = Math.max(stripRows, Math.ceil(heightPx / wanted / 32) * 32);
  const count = Math.max(1, Math.round(heightPx / rows));
  return Array.from({ length: count }, (_, n) => {
    const [start, end] = [n * rows, n + 1 === count ? heightPx : (n + 1) * rows];
    const rowBytes = widthPx * channels;
    const strip = data.subarray(start * rowBytes, end * rowBytes);
    return { data: strip, widthPx, heightPx: end - start, channels };
  });
}
