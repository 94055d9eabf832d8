import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatReduction } from '../../../i18n/format.ts';
import { savedPercent } from '../../../lib/saved-percent.ts';
import type { UploadItem } from '../uploads/upload-state.ts';

export function FileSizes({ item: { step, file } }: { item: UploadItem }) {
  const { t } = useTranslation('compress');
  if (step.name !== 'completed') {
    return <div className="file-sizes text-end tabular-nums max-md:hidden">{formatBytes(file.size)}</div>;
  }
  const { compressedSize, compressionRatio, alreadyOptimal } = step.result;
  const from = formatBytes(file.size);
  return (
    <div className="file-sizes min-w-0 leading-snug tabular-nums max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-1.5 max-md:text-small md:text-end">
      <Check aria-hidden size={15} className="self-center text-accent md:hidden" />
      <div>
        <b>{formatBytes(compressedSize)}</b>{' '}
        {compressionRatio > 0 && (
          <span className="font-medium text-accent">
            {formatReduction(savedPercent(file.size, compressedSize))}
          </span>
        )}
      </div>
      <div className="caption">
        {compressionRatio > 0
          ? t('files.from', { size: from })
          : alreadyOptimal
            ? t('files.alreadyOptimal')
            : t('files.notSmaller', { size: from })}
      </div>
    </div>
  );
}
