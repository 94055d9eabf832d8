import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';

type Outlook = {
  kind: 'reached' | 'below' | 'noAddress';
  /** At least 0, also for a negative balance. */
  amountCents: number;
  /** Percentage of the minimum payout, from 0 to 100. */
  percent: number;
};

type Expected = Pick<AffiliateDashboard['nextPayout'], 'expectedCents' | 'minimumCents'>;

/** Returns the amount of the next payout relative to the minimum. Nothing is paid without a payout address. */
export function payoutOutlook({ expectedCents, minimumCents }: Expected, hasAddress: boolean): Outlook {
  const amountCents = Math.max(0, expectedCents);
  const kind = amountCents >= minimumCents ? 'reached' : 'below';
  return {
    kind: hasAddress ? kind : 'noAddress',
    amountCents,
    percent: Math.min(100, (amountCents / minimumCents) * 100),
  };
}
