import { assertPixels, atLeastMinimum, hasAlpha, type Pixels } from './pixels.ts';
import { type Original, prepare, release, scoreAgainst } from './scorers.ts';

export type { Pixels } from './pixels.ts';

export interface Reference {
  /**
   * SSIMULACRA2 of another picture of the same size against this one: 100 identical, 90 very high, 70 high, 50 medium,
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
 * Prepares a picture once, to compare many against. Keeps `original.data`, which must stay as it is. Pictures under 8 px a
 * side are mirrored until they have that size.
 * @throws RangeError where sizes are 0 or do not match the data. @throws Error when the package was not built
 */
export function createReference(original: Pixels): Reference {
  assertPixels(original);
  const { widthPx, heightPx } = original;
  const pixels = atLeastMinimum(original);
  const originals: Original[] = hasAlpha(pixels)
    ? backgrounds.map((background) => ({ pixels, background }))
    : [{ pixels, background: undefined }];
  for (const one of originals) prepare(one);
  return {
    score(distorted) {
      assertPixels(distorted);
      if (distorted.widthPx !== widthPx || distorted.heightPx !== heightPx) {
        throw new RangeError(
          `${distorted.widthPx} × ${distorted.heightPx} pixels cannot be compared with ${widthPx} × ${heightPx}`,
        );
      }
      return worstScore(originals, atLeastMinimum(distorted));
    },
    free: () => originals.forEach(release),
  };
}

/** An opaque picture is the same on every background. */
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
