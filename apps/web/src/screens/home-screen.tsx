import { useTranslation } from 'react-i18next';
import { QuickDrop } from '../features/compress/drop/quick-drop.tsx';
import { ActivityCard } from '../features/dashboard/activity-card.tsx';
import { RecentList } from '../features/dashboard/recent-list.tsx';
import { StatsStrip } from '../features/dashboard/stats-strip.tsx';
import { UpgradeCard } from '../features/dashboard/upgrade-card.tsx';
import { useSession } from '../lib/session.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

/** Preloads the code of the compress screen when the pointer or the focus reaches the drop zone. */
const prefetchTool = () => void import('./compress-screen.tsx').catch(() => {});

/** Home page (`/`) for members. */
export function HomeScreen() {
  const { t } = useTranslation('dashboard');
  const user = useSession();
  useDocumentTitle(t('documentTitle'));
  return (
    <div className="page grid gap-4 pt-[clamp(1.75rem,1.3rem+1.8vw,3rem)]">
      <h1 className="mb-1 wrap-anywhere md:mb-3">{t('welcome', { name: user?.firstName })}</h1>
      <StatsStrip />
      <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_23rem]">
        {/* The drop zone is as high as the cards next to it. */}
        <div className="grid min-w-0 grid-rows-[1fr] gap-4 wide:[&_.drop]:min-h-96">
          <QuickDrop onReach={prefetchTool} />
        </div>
        <div className="grid content-start gap-4 md:max-wide:grid-cols-2 md:max-wide:*:only:col-span-2 wide:grid-rows-[auto_1fr] wide:content-stretch">
          <ActivityCard />
          <UpgradeCard />
        </div>
      </div>
      <RecentList />
    </div>
  );
}
