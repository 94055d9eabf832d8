/**
 * Totals of an owner's completed compressions on one day (UTC), updated by the triggers of migration 0012, and of the
 * results of a member's devices that the member includes. The day "-infinity" contains the totals of rows that were
 * pruned.
 */
export interface CompressionSumsTable {
  owner: string;
  day: Date;
  /** Totals are strings, because Postgres returns bigint and numeric as text. */
  compressions: string;
  savedBytes: string;
  /** Sum of the percentages saved by all compressions. */
  reductionPercent: string;
  /** Time at which the totals of a visitor's pruned rows are deleted; null for all other totals. */
  keptUntil: Date | null;
}
