import type { Stats } from '@gossamer/contracts/stats';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatBytes, formatCount, formatPercent } from '../../i18n/format.ts';
import { formatTime } from '../../i18n/format-time.ts';
import { splitAtPart } from '../../i18n/split-at-part.ts';
import { usePlanLimits } from '../../lib/plan-limits.ts';
import { useStats } from '../../lib/stats.ts';
import { Figure } from './figure.tsx';
import { Loom } from './loom.tsx';
import { usageOf } from './usage-of.ts';

/** Card that shows today's compressions and, on the Free plan, the usage of the daily quota. */
export function ActivityCard() {
  const { t } = useTranslation('dashboard');
  const { data } = useStats();
  const { dailyCompressions } = usePlanLimits();
  const dailyLimit = data ? data.dailyLimit : dailyCompressions;
  return (
    <section aria-labelledby="activity" className="card grid gap-3.5 p-5" data-testid="activity">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="activity" className="card-title">
          {t('activity.title')}
        </h2>
        {dailyLimit !== null && (
          <span
            className="caption"
            title={data && t('activity.resetsLocal', { time: formatTime(new Date(data.resetsAt)) })}
          >
            {t('activity.resets')}
          </span>
        )}
      </div>
      {data ? <Day stats={data} /> : <DayToCome dailyLimit={dailyLimit} />}
    </section>
  );
}

type DayStats = Pick<Stats, 'compressionsToday' | 'sizeSavedToday' | 'dailyLimit' | 'dailyUsed'>;

/** Skeleton with the height of the loaded content, to avoid a layout shift. */
function DayToCome({ dailyLimit }: Pick<Stats, 'dailyLimit'>) {
  return (
    <div className="relative">
      <Skeleton className="absolute inset-0" />
      <div className="invisible grid gap-3.5">
        <Day stats={{ compressionsToday: 0, sizeSavedToday: 0, dailyLimit, dailyUsed: 0 }} />
      </div>
    </div>
  );
}

function Day({ stats }: { stats: DayStats }) {
  const { t } = useTranslation('dashboard');
  const usage = usageOf(stats);
  const saved = formatBytes(stats.sizeSavedToday, 1);
  if (!usage) {
    return (
      <>
        <Count
          value={stats.compressionsToday}
          sentence={(number) => t('activity.compressions', { count: stats.compressionsToday, number })}
          saved={t('activity.saved', { size: saved })}
        />
        <p className="text-small">{t('activity.noLimit')}</p>
      </>
    );
  }
  return (
    <>
      <Count
        value={usage.used}
        sentence={(used) =>
          t('activity.ofLimit', { count: usage.limit, used, limit: formatCount(usage.limit) })
        }
        saved={t('activity.saved', { size: saved })}
      />
      <Loom percent={usage.percent} />
      <p className="text-small">
        {t('activity.usage', { percent: formatPercent(usage.percent), left: formatCount(usage.left) })}
      </p>
    </>
  );
}

type CountProps = { value: number; sentence: (number: string) => string; saved: string };

/** Shows a sentence with its number in large type, and the amount of data saved. */
function Count({ value, sentence, saved }: CountProps) {
  const [before, after] = splitAtPart(sentence);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-small">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        {before && <span>{before}</span>}
        <Figure text={formatCount(value)} />
        {after && <span>{after}</span>}
      </p>
      <span className="tabular-nums">{saved}</span>
    </div>
  );
}
