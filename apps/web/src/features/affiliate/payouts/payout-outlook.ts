import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';

type Outlook = {
  kind: 'reached' | 'below' | 'noAddress';
  /** Never below nothing: a debt is no payout. */
  amountCents: number;
  /** Of the least that is paid out. */
  percent: number;
};

type Expected = Pick<AffiliateDashboard['nextPayout'], 'expectedCents' | 'minimumCents'>;

/** What the next run would pay, held against the least that it pays. It pays nothing that has nowhere to go. */
export function payoutOutlook({ expectedCents, minimumCents }: Expected, hasAddress: boolean): Outlook {
  const amountCents = Math.max(0, expectedCents);
  const kind = amountCents >= minimumCents ? 'reached' : 'below';
  return {
    kind: hasAddress ? kind : 'noAddress',
    amountCents,
    percent: Math.min(100, (amountCents / minimumCents) * 100),
  };
}
