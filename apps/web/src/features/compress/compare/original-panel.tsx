import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount } from '../../../i18n/format.ts';
import type { CompletedItem, Result } from '../uploads/upload-state.ts';
import { Figure, Panel } from './panel.tsx';
import type { Size } from './zoom-geometry.ts';

/** Minimum megapixel count to display. Smaller values would be rounded to 0. */
const leastMegapixels = 0.05;

type Props = {
  item: CompletedItem;
  size: Size | undefined;
  /** Earlier result that is shown instead of the original. */
  before: Result | undefined;
};

/** Panel that describes the original image, or an earlier result. Its dimensions appear once the image is loaded. */
export function OriginalPanel({ item: { file, step }, size, before }: Props) {
  const { t, i18n } = useTranslation(['compare', 'compress']);
  const label = t(before ? 'try.before' : 'original');
  const format = before?.format ?? step.result.originalFormat;
  return (
    <Panel label={label} dir={i18n.dir()} className="shrink-0 max-md:hidden md:w-80 wide:w-96">
      <div className="flex items-center justify-between gap-4">
        <span>{label}</span>
        <span className="caption">{t(`compress:settings.formats.${format}`)}</span>
      </div>
      <Figure>{formatBytes(before ? before.compressedSize : file.size)}</Figure>
      <p className="caption min-h-[1lh] tabular-nums">{size && <PixelCount size={size} />}</p>
    </Panel>
  );
}

function PixelCount({ size: { width, height } }: { size: Size }) {
  const { t } = useTranslation('compare');
  const sides = { width: formatCount(width), height: formatCount(height) };
  const megapixels = (width * height) / 1_000_000;
  return megapixels < leastMegapixels
    ? t('pixels', sides)
    : t('dimensions', { ...sides, megapixels: formatCount(megapixels) });
}
