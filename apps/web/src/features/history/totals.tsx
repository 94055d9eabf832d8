import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatBytes, formatCount } from '../../i18n/format.ts';
import { splitAtPart } from '../../i18n/split-at-part.ts';
import { useStats } from '../../lib/stats.ts';

/** Shows the member's total compressions and savings, or a skeleton while they are loading. */
export function Totals() {
  const { t } = useTranslation('history');
  const { data } = useStats();
  if (!data) return <TotalsSkeleton />;
  const { totalCompressions: count, totalSizeSaved } = data;
  return (
    <p className="flex flex-wrap gap-x-4 text-small tabular-nums" data-testid="totals">
      <Part sentence={(number) => t('totals.images', { count, number })} value={formatCount(count)} />{' '}
      <Part sentence={(size) => t('totals.saved', { size })} value={formatBytes(totalSizeSaved, 1)} />
    </p>
  );
}

export function TotalsSkeleton() {
  return (
    <p aria-hidden className="text-small">
      <Skeleton className="inline-block h-3 w-40" />
    </p>
  );
}

function Part({ sentence, value }: { sentence: (part: string) => string; value: string }) {
  const [before, after] = splitAtPart(sentence);
  return (
    <span>
      {before}
      <b>{value}</b>
      {after}
    </span>
  );
}
