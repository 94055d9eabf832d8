import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FileLine, ResultSizes } from '../../components/file-line.tsx';
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
    <FileLine
      name={name}
      sources={[row.thumbnailUrl]}
      note={
        status === 'failed' ? (
          <p className="text-caption leading-snug text-danger">{failureText(failureOfCompression(row))}</p>
        ) : (
          <time dateTime={createdAt} className="caption block truncate tabular-nums">
            {formatDateTime(new Date(createdAt))}
          </time>
        )
      }
      line={status !== 'failed' && <Weight row={row} />}
      sizes={<Sizes row={row} />}
      buttons={
        row.downloadUrl && (
          <IconButton label={t('recent.download', { name })} onClick={() => void onSave(row)}>
            <Download aria-hidden size={18} />
          </IconButton>
        )
      }
      maxButtons={1}
      data-status={status}
    />
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
  if (compressedSize === undefined) return <div className="tabular-nums md:text-end">{from}</div>;
  return (
    <ResultSizes
      size={formatBytes(compressedSize)}
      reduction={
        compressionRatio > 0 ? formatReduction(savedPercent(originalSize, compressedSize)) : undefined
      }
      note={alreadyOptimal ? t('recent.alreadyOptimal') : t('recent.from', { size: from })}
    />
  );
}
