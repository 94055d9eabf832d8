import type { CompressionSettings } from '@gossamer/contracts/settings';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../components/ui/lazy-sheet.ts';
import { formatKilobytes, formatPercent } from '../../../i18n/format.ts';
import { toSettings } from './compress-settings.ts';
import { useSettings } from './settings-context.tsx';
import { SettingsPanel } from './settings-panel.tsx';

/** Summary of the settings, shown on phones once files have been added. Tapping it opens a sheet with the settings. */
export function SettingsLine({ className = '' }: { className?: string }) {
  const { t } = useTranslation(['compress', 'common']);
  const { form } = useSettings();
  const [isOpen, setOpen] = useState(false);
  const { resize, filter, maxBytes } = toSettings(form);
  const details = [
    t(form.isForWeb ? 'compress:settings.forWeb' : `compress:settings.formats.${form.format}`),
    ...(resize ? [sidesOf(resize)] : []),
    ...(filter === 'none' ? [] : [t(`compress:settings.filters.${filter}`)]),
  ];
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`card flex min-h-(--g-control) cursor-pointer items-center justify-between gap-3 px-4 text-start text-body ${className}`}
      >
        <span className="min-w-0 truncate">
          <b>
            {maxBytes === undefined
              ? t('compress:settings.summary', {
                  label: t(`compress:settings.presets.${form.preset}`),
                  quality: form.quality,
                })
              : t('compress:settings.size.summary', { size: formatKilobytes(maxBytes) })}
          </b>{' '}
          {details.map((detail) => (
            <bdi key={detail}>· {detail} </bdi>
          ))}
        </span>
        <span className="inline-flex items-center gap-2 text-accent">
          {t('compress:settings.open')}
          <SlidersHorizontal aria-hidden size={17} />
        </span>
      </button>
      {isOpen && (
        <Sheet
          isOpen
          onOpenChange={setOpen}
          title={t('compress:settings.title')}
          closeLabel={t('common:close')}
          doneLabel={t('compress:settings.done')}
        >
          <SettingsPanel />
        </Sheet>
      )}
    </>
  );
}

/** Formats the requested size as "1920 × 1080 px" or "50 %". Omits a side that is not set. */
function sidesOf({ widthPx, heightPx, percent }: NonNullable<CompressionSettings['resize']>): string {
  if (percent !== undefined) return formatPercent(percent);
  return `${[widthPx, heightPx].filter(Boolean).join(' × ')} px`;
}
