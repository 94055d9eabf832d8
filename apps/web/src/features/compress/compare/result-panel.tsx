import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { formatBytes, formatCount, formatReduction } from '../../../i18n/format.ts';
import { savedPercent } from '../../../lib/saved-percent.ts';
import { WeightLine } from '../files/weight-line.tsx';
import type { CompletedItem } from '../uploads/upload-state.ts';
import { isLossless } from './encoding-of.ts';
import { MetadataList } from './metadata-list.tsx';
import { Figure, Panel } from './panel.tsx';
import { Verdict } from './verdict.tsx';
import type { Size } from './zoom-geometry.ts';

type Props = {
  item: CompletedItem;
  originalSize: Size | undefined;
  /**
   * Whether the content below the sizes is shown. Ignored on phones, where the panel does not cover the image and always
   * shows all content.
   */
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Content between the sizes and the details. */
  children: ReactNode;
};

/** Panel that describes the compressed image. On phones, it is the only panel and also shows the original size. */
export function ResultPanel({ item, originalSize, isOpen, onOpenChange, children }: Props) {
  const { t, i18n } = useTranslation(['compare', 'compress', 'common']);
  const { result } = item.step;
  const { compressedSize, compressionRatio, alreadyOptimal, report } = result;
  const originalBytes = formatBytes(item.file.size);
  const { format, change } = useFormatTexts(item);
  return (
    <Panel
      label={t('common:productName')}
      dir={i18n.dir()}
      // Make the panel focusable, because it scrolls on small screens and must be scrollable by keyboard.
      tabIndex={0}
      className="md:w-96"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span>{t('common:productName')}</span>
        <span className="caption ms-auto max-md:hidden">{format}</span>
        <IconButton
          label={t('details')}
          aria-expanded={isOpen}
          className="-my-2 -me-2 max-md:hidden"
          onClick={() => onOpenChange(!isOpen)}
        >
          <ChevronDown aria-hidden size={18} className={isOpen ? '' : 'rotate-180'} />
        </IconButton>
        <span className="caption md:hidden">{change}</span>
      </div>
      <Figure>
        {formatBytes(compressedSize)}
        {compressionRatio > 0 && (
          <span className="text-base font-medium tracking-normal text-accent">
            {formatReduction(savedPercent(item.file.size, compressedSize))}
          </span>
        )}
        <span className="ms-auto text-small tracking-normal text-ink-2 md:hidden">
          {t('originalSize', { size: originalBytes })}
        </span>
      </Figure>
      <WeightLine isThick item={item} />
      <div className={`grid gap-3 ${isOpen ? '' : 'md:hidden'}`}>
        {children}
        {compressionRatio === 0 && !alreadyOptimal && !report?.jpegSha256 && <p>{t('notSmaller')}</p>}
        <ResizeText result={result} original={originalSize} />
        <Verdict result={result} />
        {report?.jpegSha256 && <JpegHash sha256={report.jpegSha256} />}
        {report && <MetadataList report={report} />}
      </div>
    </Panel>
  );
}

/** Shows the hash with which users can verify that a restored JPEG equals the original. */
function JpegHash({ sha256 }: { sha256: string }) {
  const { t } = useTranslation('compare');
  return (
    <p className="caption">
      {t('jpegSha256')}{' '}
      <code dir="ltr" className="break-all" data-testid="jpeg-sha256">
        {sha256}
      </code>
    </p>
  );
}

function ResizeText({
  result: { width, height },
  original,
}: {
  result: Partial<Size>;
  original: Size | undefined;
}) {
  const { t } = useTranslation('compare');
  if (!width || !height || !original) return null;
  // Compare areas instead of dimensions, because an orientation tag swaps width and height.
  if (width * height === original.width * original.height) return null;
  return (
    <p className="tabular-nums">{t('resized', { width: formatCount(width), height: formatCount(height) })}</p>
  );
}

/**
 * Returns the format of the result, such as "WebP, quality 85", and the same text preceded by the original format if
 * that differs.
 */
function useFormatTexts({ settings, step: { result } }: CompletedItem): { format: string; change: string } {
  const { t } = useTranslation(['compare', 'compress']);
  const { originalFormat, report } = result;
  const from = t(`compress:settings.formats.${originalFormat}`);
  const to = t(`compress:settings.formats.${result.format ?? originalFormat}`);
  const withQuality = (format: string) => {
    if (report && isLossless(report.encoding)) return t('lossless', { format });
    return settings ? t('quality', { format, quality: formatCount(settings.quality) }) : format;
  };
  return {
    format: withQuality(to),
    change: withQuality(from === to ? to : t('compress:files.formatChange', { from, to })),
  };
}
