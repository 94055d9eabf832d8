/** A row of the table: a measurement and its target. */
export interface Row {
  name: string;
  unit: string;
  /** Whether higher or lower values are better. */
  better: 'more' | 'less';
  target: number;
  /** Limit if the target is missed. Default: the target. */
  bound?: number;
  measure(run: Run): Promise<Measured>;
}

/** Context of a row's measurement. */
export interface Run {
  /** The kind of profile that the services write during the measurement. */
  profile: Profile;
  /** Prints one line that belongs to the row. */
  note(line: string): void;
}

export type Profile = { kind: 'none' } | { kind: 'cpu' | 'heap'; directory: string };

export interface Measured {
  value: number;
  /** Further figures, such as those that the value was computed from. */
  detail: string;
}

export type Verdict = 'reached' | 'within the bound' | 'MISSED';

/** Compares a value with the row's target and bound. */
export function verdictOf(row: Pick<Row, 'better' | 'target' | 'bound'>, value: number): Verdict {
  const keeps = (limit: number) => (row.better === 'more' ? value >= limit : value <= limit);
  if (keeps(row.target)) return 'reached';
  return row.bound !== undefined && keeps(row.bound) ? 'within the bound' : 'MISSED';
}

/** Returns a quantile; `share` 0.5 is the median. NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Formats a number with three significant digits. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}
