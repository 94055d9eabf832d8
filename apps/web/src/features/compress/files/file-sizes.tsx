import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ResultSizes } from '../../../components/file-line.tsx';
import { formatBytes, formatCount, formatKilobytes, formatReduction } from '../../../i18n/format.ts';
import { savedPercent } from '../../../lib/saved-percent.ts';
import { archiveStepOf } from '../compare/encoding-of.ts';
import { verdictOf } from '../compare/verdict-of.ts';
import type { CompletedItem, UploadItem } from '../uploads/upload-state.ts';

type Result = CompletedItem['step']['result'];

export function FileSizes({ item: { step, file } }: { item: UploadItem }) {
  if (step.name !== 'completed') {
    return <div className="text-end tabular-nums max-md:hidden">{formatBytes(file.size)}</div>;
  }
  const { compressedSize, compressionRatio } = step.result;
  const isSmaller = compressionRatio > 0;
  return (
    <ResultSizes
      size={<SizeText result={step.result} />}
      reduction={isSmaller ? formatReduction(savedPercent(file.size, compressedSize)) : undefined}
      note={<NoteText result={step.result} sizeBytes={file.size} />}
      icon={<Check aria-hidden size={15} className="self-center text-accent md:hidden" />}
    />
  );
}

/** Size of the result, followed by the requested maximum if the size is within it: "48.6 KB of 50". */
function SizeText({ result: { compressedSize, report } }: { result: Result }) {
  const { t } = useTranslation('compress');
  const { maxBytes, isReached } = report?.sizeLimits ?? {};
  const size = formatBytes(compressedSize);
  if (maxBytes === undefined || !isReached) return size;
  return t('files.sizeOfMax', { size, max: formatCount(maxBytes / 1_000) });
}

function NoteText({ result, sizeBytes }: { result: Result; sizeBytes: number }) {
  const { t } = useTranslation('compress');
  const { compressionRatio, alreadyOptimal, report } = result;
  const size = formatBytes(sizeBytes);
  const { sizeLimits, score } = report ?? {};
  if (sizeLimits?.isReached === false) {
    return t('files.sizeMissed', { size: formatKilobytes(sizeLimits.maxBytes ?? sizeLimits.minBytes ?? 0) });
  }
  const verdict = verdictOf(score);
  if (sizeLimits && verdict)
    return t('files.fromWithQuality', { size, quality: t(`files.bands.${verdict.band}`) });
  if (compressionRatio > 0 || archiveStepOf(report?.encoding)) return t('files.from', { size });
  return alreadyOptimal ? t('files.alreadyOptimal') : t('files.notSmaller', { size });
}
