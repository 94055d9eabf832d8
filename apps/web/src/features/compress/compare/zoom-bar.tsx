import { Maximize, Minus, Plus } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { formatPercent } from '../../../i18n/format.ts';
import type { StageControl } from './stage-control.ts';

export function ZoomBar({ control }: { control: StageControl }) {
  const { t } = useTranslation('compare');
  const percent = formatPercent(useSyncExternalStore(control.subscribe, control.getZoomPercent));
  const actualSize = t('actualSize', { percent });
  return (
    <fieldset
      aria-label={t('zoom')}
      className="absolute inset-x-0 bottom-3 z-2 mx-auto flex w-fit items-center rounded-[11px] bg-raised p-[3px] shadow-pop md:max-[1101px]:top-3 md:max-[1101px]:bottom-auto md:bottom-4"
    >
      <IconButton label={t('zoomOut')} aria-keyshortcuts="-" onClick={() => control.stepZoom(-1)}>
        <Minus aria-hidden size={18} />
      </IconButton>
      <button
        type="button"
        aria-label={actualSize}
        title={actualSize}
        aria-keyshortcuts="1"
        className="min-h-(--g-control-small) min-w-15 cursor-pointer rounded-control text-small font-medium text-ink tabular-nums hover:bg-hover"
        onClick={() => control.showActualSize()}
      >
        {percent}
      </button>
      <IconButton label={t('zoomIn')} aria-keyshortcuts="+" onClick={() => control.stepZoom(1)}>
        <Plus aria-hidden size={18} />
      </IconButton>
      <IconButton label={t('fit')} aria-keyshortcuts="0" onClick={() => control.fit()}>
        <Maximize aria-hidden size={16} />
      </IconButton>
    </fieldset>
  );
}
