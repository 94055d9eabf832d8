import { dailyFree, visitorsPerAddress } from '@gossamer/contracts/limits';
import type { Counter } from './counters.ts';

/**
 * Returns the counters for compressions that do not count against the quota. The first subject has the limit of one
 * member or visitor; an IP address has five times that limit.
 */
export function freeCounters(
  kind: keyof typeof dailyFree,
  subjects: readonly string[],
  windowStartsAt: Date,
): Counter[] {
  return subjects.map((subject, index) => ({
    subject,
    kind,
    windowStartsAt,
    allowance: dailyFree[kind] * (index === 0 ? 1 : visitorsPerAddress),
  }));
}
