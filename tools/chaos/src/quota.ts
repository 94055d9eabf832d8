import { dailyFree, visitorsPerAddress } from '@gossamer/contracts/limits';

/** What of a compression's row says whom it was counted against; the member or visitor first. */
export interface Counted {
  subjects: readonly string[];
  isRefundable: boolean;
}

/** Whoever is counted: by a counter's own word, and by what was accepted. */
export interface QuotaFault {
  subject: string;
  counted: number;
  /** Accepted uploads without those that were given back. */
  owed: number;
}

/**
 * Holds the day's counters against what was accepted: quota = accepted − refunds. Failed jobs are given back, as many a
 * day as are free; what is free from the start (samples, our own results) names no subjects.
 */
export function judgeQuota(rows: readonly Counted[], counters: ReadonlyMap<string, number>): QuotaFault[] {
  const owedTo = new Map<string, { accepted: number; failed: number; freeFailures: number }>();
  for (const { subjects, isRefundable } of rows) {
    for (const [index, subject] of subjects.entries()) {
      const freeFailures = dailyFree.failures * (index === 0 ? 1 : visitorsPerAddress);
      const sum = owedTo.get(subject) ?? { accepted: 0, failed: 0, freeFailures };
      sum.accepted += 1;
      if (isRefundable) sum.failed += 1;
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
