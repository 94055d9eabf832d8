/** A benchmark with its target. Each benchmark is a row in the results table. */
export interface Row {
  name: string;
  unit: string;
  /** Whether higher or lower values are better. */
  better: 'more' | 'less';
  target: number;
  /** Worst acceptable value if the target is missed. Defaults to the target. */
  bound?: number;
  measure(run: Run): Promise<Measured>;
}

/** Context for running a benchmark. */
export interface Run {
  /** Type of profile that the services record during the benchmark. */
  profile: Profile;
  /** Prints a line of text below the benchmark's row in the results table. */
  note(line: string): void;
}

export type Profile = { kind: 'none' } | { kind: 'cpu' | 'heap'; directory: string };

export interface Measured {
  value: number;
  /** Additional figures, such as the intermediate results from which the value was computed. */
  detail: string;
}

export type Verdict = 'reached' | 'within the bound' | 'MISSED';

/** Compares a measured value with the target and the bound of the benchmark. */
export function verdictOf(row: Pick<Row, 'better' | 'target' | 'bound'>, value: number): Verdict {
  const keeps = (limit: number) => (row.better === 'more' ? value >= limit : value <= limit);
  if (keeps(row.target)) return 'reached';
  return row.bound !== undefined && keeps(row.bound) ? 'within the bound' : 'MISSED';
}

/** Returns the quantile at `share` (0 to 1), where 0.5 is the median. Returns NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Formats a number with about three significant digits. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}
