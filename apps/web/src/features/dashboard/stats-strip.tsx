import type { Stats } from '@gossamer/contracts/stats';
import { useTranslation } from 'react-i18next';
import { FiguresStrip } from '../../components/figures-strip.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatBytes, formatCount, formatSaved } from '../../i18n/format.ts';
import { useStats } from '../../lib/stats.ts';
import { Figure } from './figure.tsx';

const figures = {
  images: ({ totalCompressions }: Stats) => formatCount(totalCompressions),
  totalSaved: ({ totalSizeSaved }: Stats) => formatBytes(totalSizeSaved, 1),
  reduction: ({ averageReduction }: Stats) => formatSaved(averageReduction),
  savedToday: ({ sizeSavedToday }: Stats) => formatBytes(sizeSavedToday, 1),
};
const names = Object.keys(figures) as (keyof typeof figures)[];

/** Shows four statistics about the member's compressions. */
export function StatsStrip() {
  const { t } = useTranslation('dashboard');
  const { data, isError, refetch } = useStats();
  if (isError) {
    return (
      <div role="alert" className="card flex flex-wrap items-center justify-between gap-3 px-5 py-4">
        <p>{t('stats.failed')}</p>
        <Button size="small" onClick={() => void refetch()}>
          {t('stats.retry')}
        </Button>
      </div>
    );
  }
  return (
    <FiguresStrip
      testId="stats"
      figures={names.map((name) => ({
        label: t(`stats.${name}`),
        value: data ? <Figure text={figures[name](data)} /> : <Skeleton className="h-9 w-24" />,
      }))}
    />
  );
}
