/** A function defined by a table of points. Positions and values are both in ascending order. */
export type Curve = readonly (readonly [at: number, value: number])[];

/** Returns the linearly interpolated value of a curve. Outside the curve, returns the value of the nearest point. */
export function interpolate(table: Curve, at: number): number {
  let [belowAt, belowValue] = table[0] ?? [0, 0];
  for (const [nextAt, nextValue] of table) {
    if (at <= nextAt) {
      const share = nextAt === belowAt ? 0 : (at - belowAt) / (nextAt - belowAt);
      return belowValue + Math.max(0, share) * (nextValue - belowValue);
    }
    [belowAt, belowValue] = [nextAt, nextValue];
  }
  return belowValue;
}

/** Returns the position at which a non-decreasing curve reaches a value. */
export function inverse(table: Curve, value: number): number {
  return interpolate(
    table.map(([at, reached]) => [reached, at] as const),
    value,
  );
}

/**
 * Maps a requested quality to the SSIMULACRA2 score that the result must reach. At the qualities of the five presets,
 * photographs look excellent, very good, good, fair and just acceptable. At a quality of 100, differences are
 * invisible.
 */
const scores: Curve = [
  [10, 40],
  [30, 50],
  [50, 60],
  [70, 70],
  [85, 80],
  [95, 87],
  [100, 94],
];

/** Returns the SSIMULACRA2 score that a result must reach for a requested quality (10 to 100). */
export function targetScoreOf(quality: number): number {
  return interpolate(scores, quality);
}

/** Returns the quality that corresponds to an SSIMULACRA2 score. */
export function qualityOf(score: number): number {
  return inverse(scores, score);
}
