import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { Thread } from '../../components/ui/thread.tsx';
import { failureText } from '../../i18n/failure-text.ts';
import { formatBytes, formatReduction } from '../../i18n/format.ts';
import { formatDateTime } from '../../i18n/format-time.ts';
import type { ListedCompression } from '../../lib/compressions.ts';
import { failureOfCompression } from '../../lib/failure-of-compression.ts';
import type { SavableResult } from '../../lib/save-result.ts';
import { savedPercent } from '../../lib/saved-percent.ts';

type Props = { row: ListedCompression; onSave: (row: SavableResult) => Promise<void> };

export function RecentRow({ row, onSave }: Props) {
  const { t } = useTranslation('dashboard');
  const { originalFilename: name, status, createdAt } = row;
  return (
    <li className="file-row hover:bg-hover" data-status={status}>
      <Thumbnail sources={[row.thumbnailUrl]} />
      <div className="file-name min-w-0">
        <b className="block text-ink" title={name}>
          <bdi className="block truncate">{name}</bdi>
        </b>
        {status === 'failed' ? (
          <p className="text-caption leading-snug text-danger">{failureText(failureOfCompression(row))}</p>
        ) : (
          <time dateTime={createdAt} className="caption block truncate tabular-nums">
            {formatDateTime(new Date(createdAt))}
          </time>
        )}
      </div>
      {status !== 'failed' && <Weight row={row} />}
      <Sizes row={row} />
      <div className="file-actions flex items-center justify-end">
        {row.downloadUrl && (
          <IconButton label={t('recent.download', { name })} onClick={() => void onSave(row)}>
            <Download aria-hidden size={18} />
          </IconButton>
        )}
      </div>
    </li>
  );
}

function Weight({ row: { status, originalSize, compressedSize, compressionRatio } }: Pick<Props, 'row'>) {
  if (status !== 'completed' || compressedSize === undefined) return <Thread look="busy" />;
  if (!compressionRatio) return <Thread look="full" />;
  return <Thread look="kept" percent={Math.min(100, (compressedSize / originalSize) * 100)} />;
}

function Sizes({ row }: Pick<Props, 'row'>) {
  const { t } = useTranslation('dashboard');
  const { originalSize, compressedSize, compressionRatio = 0, alreadyOptimal } = row;
  const from = formatBytes(originalSize);
  if (compressedSize === undefined) {
    return <div className="file-sizes tabular-nums md:text-end">{from}</div>;
  }
  return (
    <div className="file-sizes min-w-0 leading-snug tabular-nums max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-1.5 max-md:text-small md:text-end">
      <div>
        <b>{formatBytes(compressedSize)}</b>{' '}
        {compressionRatio > 0 && (
          <span className="font-medium text-accent">
            {formatReduction(savedPercent(originalSize, compressedSize))}
          </span>
        )}
      </div>
      <div className="caption">
        {alreadyOptimal ? t('recent.alreadyOptimal') : t('recent.from', { size: from })}
      </div>
    </div>
  );
}
