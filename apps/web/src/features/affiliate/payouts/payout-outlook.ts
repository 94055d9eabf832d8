import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';

type Outlook = {
  kind: 'reached' | 'below';
  /** Never below nothing: a debt is no payout. */
  amountCents: number;
  /** Of the least that is paid out. */
  percent: number;
};

/** What the next run would pay, held against the least that it pays. */
export function payoutOutlook({
  expectedCents,
  minimumCents,
}: Pick<AffiliateDashboard['nextPayout'], 'expectedCents' | 'minimumCents'>): Outlook {
  const amountCents = Math.max(0, expectedCents);
  return {
    kind: amountCents >= minimumCents ? 'reached' : 'below',
    amountCents,
    percent: Math.min(100, (amountCents / minimumCents) * 100),
  };
}
