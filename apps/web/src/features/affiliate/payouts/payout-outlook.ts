import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';

type Outlook = {
  kind: 'reached' | 'below' | 'noAddress';
  /** Amount of the next payout in cents; 0 for a negative balance. */
  amountCents: number;
  /** Amount in percent of the minimum payout, at most 100. */
  percent: number;
};

type Expected = Pick<AffiliateDashboard['nextPayout'], 'expectedCents' | 'minimumCents'>;

/** Compares the expected amount with the minimum payout. Nothing is paid without a payout email. */
export function payoutOutlook({ expectedCents, minimumCents }: Expected, hasAddress: boolean): Outlook {
  const amountCents = Math.max(0, expectedCents);
  const kind = amountCents >= minimumCents ? 'reached' : 'below';
  return {
    kind: hasAddress ? kind : 'noAddress',
    amountCents,
    percent: Math.min(100, (amountCents / minimumCents) * 100),
  };
}
