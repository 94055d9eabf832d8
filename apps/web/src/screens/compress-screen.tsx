import { useTranslation } from 'react-i18next';
import { FormatTable } from '../features/compress/guide/format-table.tsx';
import { QualityGuide } from '../features/compress/guide/quality-guide.tsx';
import { Tips } from '../features/compress/guide/tips.tsx';
import { Subtitle } from '../features/compress/upsell/subtitle.tsx';
import { useSession } from '../lib/session.ts';
import { ToolPage } from './tool-page.tsx';

export function CompressScreen() {
  const { t } = useTranslation('compress');
  const isMember = Boolean(useSession());
  return (
    <ToolPage
      title={t('title')}
      subtitle={<Subtitle />}
      membersExtra={
        <div className="grid gap-4 pt-7">
          <Tips isNarrow />
          <FormatTable />
          <QualityGuide />
        </div>
      }
    >
      {!isMember && (
        <div className="page pt-(--g-section)">
          <Tips />
          <div className="grid gap-4 pt-8 wide:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
            <FormatTable />
            <QualityGuide />
          </div>
        </div>
      )}
    </ToolPage>
  );
}
