import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';
import { formatDay, formatDayOfYear } from '../../../i18n/format-day.ts';
import { formatSpan } from '../../../i18n/format-time.ts';
import { ChartLane } from './chart-lane.tsx';
import { centreOf, labelledDays } from './chart-scale.ts';
import { DayPicker } from './day-picker.tsx';
import { type Day, lanes, totalOf } from './lanes.ts';

const dayMs = 24 * 3_600_000;

/** Shows three charts over the same days and the date of the selected day, which is the last one by default. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('affiliate');
  const [pickedDay, setPickedDay] = useState<string>();
  const found = days.findIndex(({ day }) => day === pickedDay);
  const index = found < 0 ? days.length - 1 : found;
  const picked = days[index];
  if (!picked) return null;
  const time = formatSpan(days.length * dayMs);
  return (
    <div className="days-chart" data-testid="affiliate-days">
      <p className="caption text-end tabular-nums">{t('days.date', { date: formatDay(picked.day) })}</p>
      <div className="days-lanes">
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
      <div aria-hidden className="days-dates">
        {labelledDays(days.length).map((at) => (
          <span key={at} style={{ '--at': `${centreOf(at, days.length)}%` } as CSSProperties}>
            {formatDayOfYear(days[at]?.day ?? '')}
          </span>
        ))}
      </div>
    </div>
  );
}
