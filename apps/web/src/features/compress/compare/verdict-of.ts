/** Similarity levels with their minimum score. The texts are in `compare.json`. */
const bands = [
  { from: 90, band: 'none' },
  { from: 80, band: 'hard' },
  { from: 70, band: 'close' },
  { from: 50, band: 'small' },
  { from: Number.NEGATIVE_INFINITY, band: 'visible' },
] as const;
export type VerdictBand = (typeof bands)[number]['band'];

export type Verdict = { band: VerdictBand; score: number };

/**
 * Returns the similarity level and the score, or undefined if the score is missing. The score is rounded down, so that
 * it never suggests a better level.
 */
export function verdictOf(measured: number | null | undefined): Verdict | undefined {
  if (measured === null || measured === undefined) return undefined;
  const { band } = bands.find(({ from }) => measured >= from) ?? { band: 'visible' };
  return { band, score: Math.max(0, Math.floor(measured)) };
}
