import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount } from '../../i18n/format.ts';
import { splitAtPart } from '../../i18n/split-at-part.ts';
import { useStats } from '../../lib/stats.ts';

/** All that was ever compressed and saved; nothing until it is known. */
export function Totals() {
  const { t } = useTranslation('history');
  const { data } = useStats();
  if (!data) return null;
  const { totalCompressions: count, totalSizeSaved } = data;
  return (
    <p className="flex flex-wrap gap-x-4 text-small tabular-nums" data-testid="totals">
      <Part sentence={(number) => t('totals.images', { count, number })} value={formatCount(count)} />
      <Part sentence={(size) => t('totals.saved', { size })} value={formatBytes(totalSizeSaved, 1)} />
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
