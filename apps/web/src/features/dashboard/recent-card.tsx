import { useTranslation } from 'react-i18next';
import { FileName } from '../../components/file-name.tsx';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatBytes, formatReduction } from '../../i18n/format.ts';
import { type ListedCompression, useRecentCompressions } from '../../lib/compressions.ts';
import { savedPercent } from '../../lib/saved-percent.ts';
import { RecentHead } from './recent-head.tsx';

/** Sidebar card with the member's three most recent compressions. */
export function RecentCard() {
  const { t } = useTranslation('dashboard');
  const { data, isError } = useRecentCompressions();
  return (
    <section aria-labelledby="recent" className="card" data-testid="recent">
      <RecentHead id="recent" title={t('recent.shortTitle')} />
      {/* Reserve the height of three rows to avoid a layout shift. */}
      <div className="grid min-h-52">
        {!data && !isError && <Skeleton className="m-5" />}
        {isError && !data && <Note text={t('recent.unavailable')} />}
        {data?.length === 0 && <Note text={t('recent.empty')} />}
        <ul className="py-2 empty:hidden">
          {data?.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Note({ text }: { text: string }) {
  return <p className="place-self-center px-5 text-center text-small">{text}</p>;
}

function Row({ row }: { row: ListedCompression }) {
  const { t } = useTranslation('dashboard');
  const { originalFilename, originalSize, compressedSize, compressionRatio = 0 } = row;
  const from = formatBytes(originalSize);
  return (
    <li className="grid grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-3 px-5 py-2">
      <Thumbnail sources={[row.thumbnailUrl]} />
      <div className="min-w-0">
        <b className="block text-small text-ink" title={originalFilename}>
          <FileName name={originalFilename} />
        </b>
        <span className="caption tabular-nums">
          {compressedSize === undefined
            ? from
            : t('recent.fromTo', { from, to: formatBytes(compressedSize) })}
        </span>
      </div>
      <span className="text-small tabular-nums">
        {row.status === 'failed' && <span className="text-danger">{t('recent.failed')}</span>}
        {compressedSize !== undefined && compressionRatio > 0 && (
          <span className="text-accent">{formatReduction(savedPercent(originalSize, compressedSize))}</span>
        )}
      </span>
    </li>
  );
}
