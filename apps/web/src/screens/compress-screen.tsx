import { useTranslation } from 'react-i18next';
import { AdSlot } from '../components/ad-slot.tsx';
import { Ticks } from '../components/ui/ticks.tsx';
import { FormatTable } from '../features/compress/guide/format-table.tsx';
import { QualityGuide } from '../features/compress/guide/quality-guide.tsx';
import { Tips } from '../features/compress/guide/tips.tsx';
import { isSettled, isUnderWay } from '../features/compress/uploads/upload-state.ts';
import { useUploadQueue } from '../features/compress/uploads/uploads-context.tsx';
import { Subtitle } from '../features/compress/upsell/subtitle.tsx';
import { Upsell } from '../features/compress/upsell/upsell.tsx';
import { Workspace } from '../features/compress/workspace.tsx';
import { Sidebar } from '../features/dashboard/lazy-sidebar.ts';
import { useSession } from '../lib/session.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

const ticks = ['batch', 'formats', 'api', 'secure'] as const;

export function CompressScreen() {
  const { t } = useTranslation('compress');
  const isMember = Boolean(useSession());
  const { items } = useUploadQueue().state;
  const isWorking = items.some(isUnderWay);
  const progress = { done: items.filter(isSettled).length, total: items.length };
  useDocumentTitle(isWorking ? t('titleWorking', progress) : t('title'));
  return (
    <>
      <div className="page pt-[clamp(1.75rem,1.3rem+1.8vw,3rem)]">
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-10 gap-y-4 md:mb-7">
          <div>
            <h1>{t('title')}</h1>
            <Subtitle className={items.length > 0 ? 'max-md:hidden' : ''} />
          </div>
          <Ticks
            labels={ticks.map((tick) => t(`ticks.${tick}`))}
            className={items.length > 0 ? 'max-md:hidden' : ''}
          />
        </div>
        {isMember ? <MembersWorkspace /> : <VisitorsWorkspace />}
      </div>
      {!isMember && (
        <div className="page pt-(--g-section)">
          <Tips />
        </div>
      )}
      <div className="page grid gap-4 pt-14 wide:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <FormatTable />
        <QualityGuide />
      </div>
      <AdSlot place="bottom" className="page pt-14" />
    </>
  );
}

/** Workspace with a sidebar. The tips are placed next to the sidebar, whose height varies with its cards. */
function MembersWorkspace() {
  return (
    <Workspace aside={<Sidebar />}>
      <AdSlot place="top" />
      <AdSlot place="mobile" />
      <div className="pt-7">
        <Tips isNarrow />
      </div>
    </Workspace>
  );
}

function VisitorsWorkspace() {
  return (
    <>
      <Workspace />
      <div className="mt-4">
        <Upsell />
      </div>
      <AdSlot place="top" className="mt-4" />
      <AdSlot place="mobile" className="mt-4" />
    </>
  );
}
