import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';

type Outlook = {
  kind: 'reached' | 'below' | 'noAddress';
  /** Amount of the next payout in cents, or 0 if the balance is negative. */
  amountCents: number;
  /** Amount of the next payout as a percentage of the minimum payout, at most 100. */
  percent: number;
};

type Expected = Pick<AffiliateDashboard['nextPayout'], 'expectedCents' | 'minimumCents'>;

/**
 * Compares the expected payout with the minimum payout. Partners without an email address for payouts receive no
 * payout.
 */
export function payoutOutlook({ expectedCents, minimumCents }: Expected, hasAddress: boolean): Outlook {
  const amountCents = Math.max(0, expectedCents);
  const kind = amountCents >= minimumCents ? 'reached' : 'below';
  return {
    kind: hasAddress ? kind : 'noAddress',
    amountCents,
    percent: Math.min(100, (amountCents / minimumCents) * 100),
  };
}
