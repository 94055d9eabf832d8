import { ActivityCard } from './activity-card.tsx';
import { RecentCard } from './recent-card.tsx';
import { UpgradeCard } from './upgrade-card.tsx';

/** Beside the tool: the day, the way to Pro, the newest results. */
export function Sidebar() {
  return (
    <>
      <ActivityCard />
      <UpgradeCard />
      <RecentCard />
    </>
  );
}
