import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ResultSizes } from '../../../components/file-line.tsx';
import { formatBytes, formatReduction } from '../../../i18n/format.ts';
import { savedPercent } from '../../../lib/saved-percent.ts';
import type { UploadItem } from '../uploads/upload-state.ts';

export function FileSizes({ item: { step, file } }: { item: UploadItem }) {
  const { t } = useTranslation('compress');
  if (step.name !== 'completed') {
    return <div className="text-end tabular-nums max-md:hidden">{formatBytes(file.size)}</div>;
  }
  const { compressedSize, compressionRatio, alreadyOptimal } = step.result;
  const from = formatBytes(file.size);
  const unchanged = alreadyOptimal ? t('files.alreadyOptimal') : t('files.notSmaller', { size: from });
  const isSmaller = compressionRatio > 0;
  return (
    <ResultSizes
      size={formatBytes(compressedSize)}
      reduction={isSmaller ? formatReduction(savedPercent(file.size, compressedSize)) : undefined}
      note={isSmaller ? t('files.from', { size: from }) : unchanged}
      icon={<Check aria-hidden size={15} className="self-center text-accent md:hidden" />}
    />
  );
}
