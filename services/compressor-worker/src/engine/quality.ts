/** Values at some points, both ascending. */
export type Curve = readonly (readonly [at: number, value: number])[];

/** The value between two rows of the table, by a straight line; at the ends the nearest row. */
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

/** Where a curve that never falls reaches a value. */
export function inverse(table: Curve, value: number): number {
  return interpolate(
    table.map(([at, reached]) => [reached, at] as const),
    value,
  );
}

/**
 * SSIMULACRA2 that the user's quality promises. The presets' points are those at which photographs look excellent,
 * very good, good, fair and just acceptable; 100 asks for more than eyes can see.
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

/** The score that a result of this quality, 10 to 100, must reach. Rises with the quality. */
export function targetScoreOf(quality: number): number {
  return interpolate(scores, quality);
}

/** The quality that promises a score: the other variant round. */
export function qualityOf(score: number): number {
  return inverse(scores, score);
}
