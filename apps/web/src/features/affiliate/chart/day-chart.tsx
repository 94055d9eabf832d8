import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';
import { formatDay, formatDayOfYear } from '../../../i18n/format-day.ts';
import { formatSpan } from '../../../i18n/format-time.ts';
import { ChartLane } from './chart-lane.tsx';
import { centerOf, labeledDays } from './chart-scale.ts';
import { DayPicker } from './day-picker.tsx';
import { type Day, lanes, totalOf } from './lanes.ts';

const dayMs = 24 * 3_600_000;

/** Shows three charts that share a time axis, and the date of the selected day. The last day is selected by default. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('affiliate');
  const [pickedDay, setPickedDay] = useState<string>();
  const found = days.findIndex(({ day }) => day === pickedDay);
  const index = found < 0 ? days.length - 1 : found;
  const picked = days[index];
  if (!picked) return null;
  const time = formatSpan(days.length * dayMs);
  return (
    <div className="flex min-w-0 flex-1 flex-col [--axis:2.25rem]" data-testid="affiliate-days">
      <p className="caption text-end tabular-nums">{t('days.date', { date: formatDay(picked.day) })}</p>
      <div className="relative flex flex-1 flex-col gap-4.5">
        {lanes.map((lane) => (
          <ChartLane
            key={lane.name}
            lane={lane}
            values={days.map((day) => day[lane.name])}
            index={index}
            label={t(`days.${lane.name}`)}
            total={t('days.total', { number: formatCount(totalOf(days, lane)), time })}
          />
        ))}
        <DayPicker days={days} index={index} onPick={setPickedDay} />
      </div>
      <div aria-hidden className="relative ms-(--axis) mt-2 h-5 text-caption text-ink-3 tabular-nums">
        {labeledDays(days.length).map((at) => (
          // The label of the last date comes first in the DOM and is aligned with the end of the chart.
          <span
            key={at}
            className="absolute start-(--at) -translate-x-1/2 whitespace-nowrap first:start-auto first:end-0 first:translate-none max-md:even:hidden rtl:translate-x-1/2"
            style={{ '--at': `${centerOf(at, days.length)}%` } as CSSProperties}
          >
            {formatDayOfYear(days[at]?.day ?? '')}
          </span>
        ))}
      </div>
    </div>
  );
}
