import { dailyFree, visitorsPerAddress } from '@gossamer/contracts/limits';

/** The quota subjects that a compression counted against. The first one is the member or visitor. */
export interface Counted {
  subjects: readonly string[];
  isReleasable: boolean;
}

/** A quota subject with a wrong counter. */
export interface QuotaFault {
  subject: string;
  counted: number;
  /** Expected value: accepted uploads minus released ones. */
  owed: number;
}

/**
 * Returns the counters of a day that differ from accepted minus released uploads. Failed jobs are released up to the
 * daily limit. Uncounted uploads (samples, repeated results) have no subjects.
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
