import { assertPixels, atLeastMinimum, hasAlpha, type Pixels } from './pixels.ts';
import { type Original, prepare, release, scoreAgainst, scoreStrips } from './scorers.ts';

export type { Pixels } from './pixels.ts';

export interface Reference {
  /**
   * SSIMULACRA2 of another image of the same size against this one: 100 identical, 90 very high, 70 high, 50 medium,
   * 30 low, can be negative. Channels may differ. Where one of the two is not opaque, both are laid on a nearly black and
   * on a nearly white ground, and the worse score counts.
   * @throws RangeError when the sizes do not match
   */
  score(distorted: Pixels): number;
  /**
   * Optional, best in a `finally`: gives the memory back at once, where it would stay until two further references are made.
   * The reference remains usable.
   */
  free(): void;
}

/** The reference program's grounds for transparency, a tenth and nine tenths of white. */
const backgrounds = [25.5, 229.5];

/**
 * Prepares an image once, to compare many against. Keeps `original.data`, which must stay as it is. Images under 8 px a
 * side are mirrored until they have that size.
 * @throws RangeError where sizes are 0 or do not match the data. @throws Error when the package was not built
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
    `${distorted.widthPx} × ${distorted.heightPx} pixels cannot be compared with ${widthPx} × ${heightPx}`,
  );
}

/** An opaque image is the same on every background. */
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

/** Pixels of a strip, about; and rows, at least, so that each has all six scales. */
const stripPixels = 2_200_000;
const stripRows = 128;

/**
 * SSIMULACRA2 of `distorted` against `original`, as `createReference` gives it, in memory for three megapixels however large
 * the images are. What lies along the seams between strips is seen a little less well: scores differ by tenths.
 * Prepares the original each time. @throws RangeError where sizes are 0, do not match the data or each other
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

/** Of about one height, cut between blocks of the smallest scale. */
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
