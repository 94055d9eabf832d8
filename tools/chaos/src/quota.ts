import { dailyFree, visitorsPerAddress } from '@gossamer/contracts/limits';

/** The quota subjects of a compression's row, starting with the member or visitor. */
export interface Counted {
  subjects: readonly string[];
  isReleasable: boolean;
}

/** A subject whose counter differs from its accepted uploads. */
export interface QuotaFault {
  subject: string;
  counted: number;
  /** Accepted uploads minus released ones. */
  owed: number;
}

/**
 * Compares the day's counters with the accepted uploads: counted = accepted − released. Failed jobs are released up to
 * the daily limit; uncounted uploads (samples, repeated results) name no subjects.
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
