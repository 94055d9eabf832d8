import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';
import { DaysCard } from '../chart/days-card.tsx';
import { CommissionsCard } from '../commissions/commissions-card.tsx';
import { LinksCard } from '../links/links-card.tsx';
import { PayoutCard } from '../payouts/payout-card.tsx';
import { PayoutsCard } from '../payouts/payouts-card.tsx';
import { DashboardHead } from './dashboard-head.tsx';
import { Figures } from './figures.tsx';

/** Shows how often the partner's link was used, and the partner's earnings. */
export function Dashboard({ data }: { data: AffiliateDashboard }) {
  const { affiliate, totals, days, payouts, nextPayout } = data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" data-testid="affiliate-dashboard">
      <DashboardHead affiliate={affiliate} />
      <Figures totals={totals} joinedAt={affiliate.joinedAt} />
      <div className="grid grid-cols-1 gap-4 wide:grid-cols-[minmax(0,1fr)_23rem]">
        <DaysCard days={days} hasFigures={hasFigures(totals)} />
        <PayoutCard data={data} />
      </div>
      <CommissionsCard code={affiliate.code} />
      <div className="grid grid-cols-1 gap-4 wide:grid-cols-[minmax(0,1fr)_23rem]">
        <PayoutsCard payouts={payouts} nextPayout={nextPayout} hasAddress={affiliate.payoutEmail !== null} />
        <LinksCard referralLink={affiliate.referralLink} />
      </div>
    </div>
  );
}

/**
 * Returns whether any total is above zero. Sign-ups and subscriptions are included, because they can occur without a
 * counted click.
 */
function hasFigures({ clicks, signups, payingMembers }: AffiliateDashboard['totals']): boolean {
  return clicks + signups + payingMembers > 0;
}
