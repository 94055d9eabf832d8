/** Lowest score → band. What each band says is in `compare.json`. */
const bands = [
  { from: 90, band: 'none' },
  { from: 80, band: 'hard' },
  { from: 70, band: 'close' },
  { from: 50, band: 'small' },
  { from: Number.NEGATIVE_INFINITY, band: 'visible' },
] as const;
export type VerdictBand = (typeof bands)[number]['band'];

export type Verdict = { band: VerdictBand; score: number };

/** Rounded down, so that the number never promises a better band than the measurement; undefined without one. */
export function verdictOf(measured: number | null | undefined): Verdict | undefined {
  if (measured === null || measured === undefined) return undefined;
  const { band } = bands.find(({ from }) => measured >= from) ?? { band: 'visible' };
  return { band, score: Math.max(0, Math.floor(measured)) };
}
