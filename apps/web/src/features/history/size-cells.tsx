import { useTranslation } from 'react-i18next';
import { Thread } from '../../components/ui/thread.tsx';
import { formatBytes, formatSaved } from '../../i18n/format.ts';
import { splitAtPart } from '../../i18n/split-at-part.ts';
import type { ListedCompression } from '../../lib/compressions.ts';
import { savedPercent } from '../../lib/saved-percent.ts';
import type { RowState } from './row-state.ts';

/** Shows the original and compressed size, such as "2.67 MB to 343.20 KB". The compressed size is emphasized. */
export function Sizes({ row: { originalSize, compressedSize } }: { row: ListedCompression }) {
  const { t } = useTranslation('history');
  const from = formatBytes(originalSize);
  if (compressedSize === undefined) return <span>{from}</span>;
  const [before, after] = splitAtPart((to) => t('fromTo', { from, to }));
  return (
    <span>
      {before}
      <span className="text-ink">{formatBytes(compressedSize)}</span>
      {after}
    </span>
  );
}

export function SavedText({ row, className = '' }: { row: ListedCompression; className?: string }) {
  const { t } = useTranslation('history');
  const { compressedSize, compressionRatio = 0, alreadyOptimal } = row;
  if (compressedSize === undefined) return null;
  if (compressionRatio === 0) {
    return <span className={className}>{t(alreadyOptimal ? 'alreadyOptimal' : 'notSmaller')}</span>;
  }
  return (
    <span className={`font-medium text-accent ${className}`}>
      {t('smaller', { percent: formatSaved(savedPercent(row.originalSize, compressedSize)) })}
    </span>
  );
}

/** Visualizes the compressed size relative to the original size. */
export function WhatIsLeft({ row, state }: { row: ListedCompression; state: RowState }) {
  const { originalSize, compressedSize, compressionRatio } = row;
  if (state === 'processing') return <Thread look="busy" className="min-w-12" />;
  if (compressedSize === undefined) return null;
  if (!compressionRatio) return <Thread look="full" className="min-w-12" />;
  const percent = Math.min(100, (compressedSize / originalSize) * 100);
  // Omit the animation, which is reserved for files that have just been compressed.
  return <Thread look="kept" percent={percent} className="min-w-12 after:animate-none" />;
}
