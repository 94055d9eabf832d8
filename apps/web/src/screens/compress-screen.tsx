import { useTranslation } from 'react-i18next';
import { AdSlot } from '../components/ad-slot.tsx';
import { Ticks } from '../components/ui/ticks.tsx';
import { FormatTable } from '../features/compress/guide/format-table.tsx';
import { QualityGuide } from '../features/compress/guide/quality-guide.tsx';
import { Tips } from '../features/compress/guide/tips.tsx';
import { isSettled, isUnderWay } from '../features/compress/uploads/upload-state.ts';
import { useUploadQueue } from '../features/compress/uploads/uploads-context.tsx';
import { Workspace } from '../features/compress/workspace.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

const ticks = ['batch', 'formats', 'api', 'secure'] as const;

export function CompressScreen() {
  const { t } = useTranslation('compress');
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
            <p className={`mt-1.5 ${items.length > 0 ? 'max-md:hidden' : ''}`}>{t('subtitle')}</p>
          </div>
          <Ticks
            labels={ticks.map((tick) => t(`ticks.${tick}`))}
            className={items.length > 0 ? 'max-md:hidden' : ''}
          />
        </div>
        <Workspace />
        <AdSlot place="top" className="mt-4" />
        <AdSlot place="mobile" className="mt-4" />
      </div>
      <div className="page pt-(--g-section)">
        <Tips />
      </div>
      <div className="page grid items-start gap-4 pt-14 wide:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <FormatTable />
        <QualityGuide />
      </div>
      <div className="page pt-14">
        <AdSlot place="bottom" />
      </div>
    </>
  );
}
