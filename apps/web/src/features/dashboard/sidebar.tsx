import { ActivityCard } from './activity-card.tsx';
import { RecentCard } from './recent-card.tsx';
import { UpgradeCard } from './upgrade-card.tsx';

/** Sidebar of the compress screen: today's activity, the upgrade to Pro and the most recent compressions. */
export function Sidebar() {
  return (
    <>
      <ActivityCard />
      <UpgradeCard />
      <RecentCard />
    </>
  );
}
