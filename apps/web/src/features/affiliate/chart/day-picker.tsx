import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';
import { formatDay } from '../../../i18n/format-day.ts';
import { dayAt } from './chart-scale.ts';
import type { Day } from './lanes.ts';

type Props = { days: readonly Day[]; index: number; onPick: (day: string) => void };

/** Chart overlay for selecting a day: by pointer position, or with a slider for keyboards and screen readers. */
export function DayPicker({ days, index, onPick }: Props) {
  const { t } = useTranslation('affiliate');
  const pick = (at: number) => {
    const day = days[at]?.day;
    if (day !== undefined) onPick(day);
  };

  function point({ currentTarget, clientX, pointerType, type, pressure }: PointerEvent<HTMLDivElement>) {
    // Ignore touch movements with a pressure of 0, because they only scroll the page.
    if (type === 'pointermove' && pointerType === 'touch' && pressure === 0) return;
    const { left, right, width } = currentTarget.getBoundingClientRect();
    const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
    pick(dayAt((isRtl ? right - clientX : clientX - left) / width, days.length));
  }

  return (
    <div
      role="presentation"
      className="absolute inset-y-0 start-(--axis) end-0 cursor-crosshair touch-pan-y rounded-[4px] outline-offset-6 outline-focus has-focus-visible:outline-2"
      onPointerDown={point}
      onPointerMove={point}
    >
      {/* Slider for keyboards and screen readers. The surrounding element handles pointers. */}
      <input
        type="range"
        className="pointer-events-none absolute inset-0 size-full opacity-0"
        min={0}
        max={days.length - 1}
        value={index}
        aria-label={t('days.day')}
        aria-valuetext={days[index] && t('days.reading', reading(days[index]))}
        onChange={({ target }) => pick(Number(target.value))}
      />
    </div>
  );
}

const reading = ({ day, clicks, signups, subscriptions }: Day) => ({
  date: formatDay(day),
  clicks: formatCount(clicks),
  signups: formatCount(signups),
  subscriptions: formatCount(subscriptions),
});
