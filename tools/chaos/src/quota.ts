import { dailyFree, visitorsPerAddress } from '@gossamer/contracts/limits';

/** A compression with the quota subjects whose counters it increased. The first subject is the member or visitor. */
export interface Counted {
  subjects: readonly string[];
  isReleasable: boolean;
}

/** A quota subject whose counter is wrong. */
export interface QuotaFault {
  subject: string;
  counted: number;
  /** Expected counter value: accepted uploads minus released uploads. */
  owed: number;
}

/**
 * Returns the quota subjects whose counter for the day differs from accepted minus released uploads. Failed jobs are
 * released up to a daily limit. Uploads that do not count (samples, repeated results) have no subjects.
 */
export function checkQuota(rows: readonly Counted[], counters: ReadonlyMap<string, number>): QuotaFault[] {
  const owedTo = new Map<string, { accepted: number; failed: number; freeFailures: number }>();
  for (const { subjects, isReleasable } of rows) {
    for (const [index, subject] of subjects.entries()) {
      const freeFailures = dailyFree.failures * (index === 0 ? 1 : visitorsPerAddress);
      const sum = owedTo.get(subject) ?? { accepted: 0, failed: 0, freeFailures };
      sum.accepted += 1;
      if (isReleasable) sum.failed += 1;
      owedTo.set(subject, sum);
    }
  }
  const subjects = new Set([...owedTo.keys(), ...counters.keys()]);
  return [...subjects].flatMap((subject) => {
    const { accepted, failed, freeFailures } = owedTo.get(subject) ?? nothing;
    const owed = accepted - Math.min(failed, freeFailures);
    const counted = counters.get(subject) ?? 0;
    return counted === owed ? [] : [{ subject, counted, owed }];
  });
}

const nothing = { accepted: 0, failed: 0, freeFailures: 0 };
