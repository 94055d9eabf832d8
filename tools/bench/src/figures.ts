/** One row of the table: what was measured, beside what it is held against. */
export interface Row {
  name: string;
  unit: string;
  /** Whether more is better, or less. */
  better: 'more' | 'less';
  target: number;
  /** What must be kept even where the target is missed; the target itself when absent. */
  bound?: number;
  measure(run: Run): Promise<Measured>;
}

/** What a row may use. */
export interface Run {
  /** What the services write while they are measured. */
  profile: Profile;
  /** Says one line that belongs to the row. */
  note(line: string): void;
}

export type Profile = { kind: 'none' } | { kind: 'cpu' | 'heap'; directory: string };

export interface Measured {
  value: number;
  /** What else is worth knowing: the figures that the value was made of. */
  detail: string;
}

export type Verdict = 'reached' | 'within the bound' | 'MISSED';

/** Holds a value against the row's target and bound. */
export function verdictOf(row: Pick<Row, 'better' | 'target' | 'bound'>, value: number): Verdict {
  const keeps = (limit: number) => (row.better === 'more' ? value >= limit : value <= limit);
  if (keeps(row.target)) return 'reached';
  return row.bound !== undefined && keeps(row.bound) ? 'within the bound' : 'MISSED';
}

/** The value that a share of the others does not exceed; `share` 0.5 is the median. Of nothing it is NaN. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Three digits that count. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}
