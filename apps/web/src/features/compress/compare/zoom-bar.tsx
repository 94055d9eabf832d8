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
    <fieldset aria-label={t('zoom')} className="cmp-zoom">
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
