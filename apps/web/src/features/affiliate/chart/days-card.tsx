import { dashboardDays } from '@gossamer/contracts/affiliate';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GatherMark } from '../../../components/gather-mark.tsx';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { formatSpan } from '../../../i18n/format-time.ts';
import { linksId } from '../links/links-id.ts';
import { DayChart } from './day-chart.tsx';
import type { Day } from './lanes.ts';

const dayMs = 24 * 3_600_000;
const spans = dashboardDays.map((count) => ({ value: String(count), label: formatDays }) as const);

function formatDays(count: number): string {
  return formatSpan(count * dayMs);
}

type Props = {
  days: readonly Day[];
  /** Whether any metric has been above zero since the partner joined. */
  hasFigures: boolean;
};

/**
 * Shows clicks, sign-ups and new subscriptions per day. Changing the date range sends no request, because all days are
 * already loaded.
 */
export function DaysCard({ days, hasFigures }: Props) {
  const { t } = useTranslation('affiliate');
  const [span, setSpan] = useState(String(dashboardDays[0]));
  const options = spans.map(({ value, label }) => ({ value, label: label(Number(value)) }));
  return (
    <section aria-labelledby="days" className="card flex min-w-0 flex-col gap-4 overflow-clip p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="days" className="card-title">
          {t('days.title')}
        </h2>
        {hasFigures && (
          <>
            <span id="days-range" className="sr-only">
              {t('days.range')}
            </span>
            <Segments labeledBy="days-range" options={options} value={span} onChange={setSpan} />
          </>
        )}
      </div>
      {hasFigures ? <DayChart days={days.slice(-Number(span))} /> : <NoFigures />}
    </section>
  );
}

function NoFigures() {
  const { t } = useTranslation('affiliate');
  return (
    <div className="isolate grid flex-1 place-items-center content-center gap-1 py-6 text-center">
      <GatherMark isEnding className="gather-card mb-3" />
      <h3>{t('days.empty.title')}</h3>
      <p className="text-small">{t('days.empty.text')}</p>
      <a href={`#${linksId}`} className={buttonStyle({ className: 'mt-3' })}>
        {t('days.empty.action')}
      </a>
    </div>
  );
}
