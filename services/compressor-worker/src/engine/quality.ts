/** Value of a codec's parameter at some of the user's qualities, both ascending. */
export type QualityTable = readonly (readonly [quality: number, value: number])[];

/**
 * The parameter for a quality between two rows of the table, by a straight line; at the ends the nearest row.
 * A table whose values never fall makes "more quality" never mean less.
 */
export function interpolate(table: QualityTable, quality: number): number {
  let [belowQuality, belowValue] = table[0] ?? [0, 0];
  for (const [atQuality, atValue] of table) {
    if (quality <= atQuality) {
      const share = atQuality === belowQuality ? 0 : (quality - belowQuality) / (atQuality - belowQuality);
      return belowValue + Math.max(0, share) * (atValue - belowValue);
    }
    [belowQuality, belowValue] = [atQuality, atValue];
  }
  return belowValue;
}

/** From here on "looks the same" is not enough: chroma is kept whole, and graphics stay lossless. */
export const nearLosslessQuality = 95;
