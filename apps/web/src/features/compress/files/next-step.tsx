import { useTranslation } from 'react-i18next';
import { formatBytes, formatReduction } from '../../../i18n/format.ts';
import { savedPercent } from '../../../lib/saved-percent.ts';
import { presetOf } from '../settings/preset-of.ts';
import { hasOriginal, isCompleted, type UploadItem } from '../uploads/upload-state.ts';
import type { RowActions } from './use-row-actions.ts';

/** Offers the next lower preset, with its estimated size, for a result that is not much smaller than the original. */
export function NextStep({ item, actions }: { item: UploadItem; actions: RowActions }) {
  const { t } = useTranslation('compress');
  const { key, file, settings } = item;
  const next = isCompleted(item) && hasOriginal(item) ? item.step.result.report?.next : undefined;
  if (!next || !settings) return null;
  const preset = t(`settings.presets.${presetOf(next.quality)}`);
  const estimate = {
    preset,
    // If the text does not fit on one line, break it before the number, not before the unit.
    size: formatBytes(next.sizeBytes, next.sizeBytes < 1024 ** 2 ? 0 : 2).replace(' ', '\u00a0'),
    change: formatReduction(savedPercent(file.size, next.sizeBytes)),
  };
  return (
    <button
      type="button"
      // Place this button above the one that covers the row on phones.
      className="link relative z-1 cursor-pointer rounded-sm text-start text-caption"
      title={t('files.nextLabel', { name: file.name, preset })}
      onClick={() => actions.apply(key, { ...settings, quality: next.quality })}
    >
      {t('files.next', estimate)}
    </button>
  );
}
