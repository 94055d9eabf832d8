import { Download, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { useDownloads } from '../download/use-downloads.ts';
import { toSettings } from '../settings/compress-settings.ts';
import { useSettings } from '../settings/settings-context.tsx';
import { isUnderWay } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { useClearAll } from './use-clear-all.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../components/ui/confirm-dialog.tsx')).ConfirmDialog,
}));

export function ActionBar() {
  const { t } = useTranslation('compress');
  const { state, dispatch } = useUploadQueue();
  const { form } = useSettings();
  const { completed, isPacking, downloadEverything } = useDownloads();
  const { isRisky, clearNow, clearWithUndo } = useClearAll();
  const [isAsking, setAsking] = useState(false);

  const isBusy = state.items.some(isUnderWay);
  const hasPending = state.items.some(({ step }) => step.name === 'idle');
  const isAllDone = completed.length > 0 && !isBusy && !hasPending;

  return (
    <div className="action-bar flex items-center gap-2.5 border-t border-line px-5 py-3.5 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-15 max-md:bg-surface/95 max-md:px-4 max-md:pb-[max(0.875rem,env(safe-area-inset-bottom))] max-md:backdrop-blur-lg">
      <Button
        variant="quiet"
        className="-ms-2.5 shrink-0 max-md:px-3 md:me-auto"
        aria-label={t('actions.clearAll')}
        onClick={() => (isRisky ? setAsking(true) : clearWithUndo())}
      >
        <Trash2 aria-hidden size={18} className="md:hidden" />
        <span className="max-md:hidden">{t('actions.clearAll')}</span>
      </Button>
      <Button
        variant={isAllDone ? 'primary' : 'secondary'}
        className="max-md:flex-1 max-md:px-3"
        disabled={completed.length === 0 || isPacking}
        isBusy={isPacking}
        onClick={() => void downloadEverything()}
      >
        {!isPacking && <Download aria-hidden size={17} />}
        {t(isPacking ? 'actions.downloading' : 'actions.downloadAll')}
      </Button>
      <Button
        variant={isAllDone ? 'secondary' : 'primary'}
        className="max-md:flex-1 max-md:px-3"
        disabled={isBusy || !hasPending}
        isBusy={isBusy}
        onClick={() => dispatch({ type: 'started', settings: toSettings(form) })}
      >
        {t(isBusy ? 'actions.compressing' : 'actions.compress')}
      </Button>
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            isOpen
            onOpenChange={setAsking}
            title={t('clear.title')}
            text={t('clear.text')}
            cancelLabel={t('clear.keep')}
            confirmLabel={t('clear.confirm')}
            onConfirm={clearNow}
          />
        )}
      </Suspense>
    </div>
  );
}
