import { Download, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/lazy-confirm-dialog.ts';
import { usePageMark } from '../../../lib/use-page-mark.ts';
import { useBackend } from '../device/backend.ts';
import { canSaveToDisk, SaveButton } from '../download/save-button.tsx';
import type { useDownloads } from '../download/use-downloads.ts';
import { saveShortcut, useSaveKeys } from '../download/use-save-keys.ts';
import { useAllowance } from '../limits/use-allowance.ts';
import { suggestAutoStart } from '../settings/auto-start.ts';
import { toSettings } from '../settings/compress-settings.ts';
import { useSettings } from '../settings/settings-context.tsx';
import { type CompletedItem, isCompleted, isUnderWay } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { BatchStatus } from './batch-status.tsx';
import { useClearAll } from './use-clear-all.ts';

type Props = { downloads: ReturnType<typeof useDownloads> };

export function ActionBar({ downloads }: Props) {
  const { t } = useTranslation('compress');
  const { state, dispatch } = useUploadQueue();
  const { form } = useSettings();
  const { cancelDownload } = downloads;
  usePageMark('actionBar');
  const { isRisky, clearNow, clearWithUndo } = useClearAll();
  const [isAsking, setAsking] = useState(false);

  const completed = state.items.filter(isCompleted);
  const isBusy = state.items.some(isUnderWay);
  const hasPending = state.items.some(({ step }) => step.name === 'idle');
  const allowance = useAllowance();
  const backend = useBackend();
  // Let members with an unconfirmed email address retry, because they may have confirmed it in another tab.
  const isLimitReached =
    backend === 'cloud' &&
    allowance.name === 'usedUp' &&
    allowance.failure.reason !== 'unconfirmed_limit_reached';
  const isAllDone = completed.length > 0 && !isBusy && !hasPending;

  function stopAnd(clear: () => void) {
    cancelDownload();
    clear();
  }

  return (
    <div
      data-testid="action-bar"
      className="flex flex-wrap items-center gap-2.5 rounded-b-card border-t border-line bg-surface px-5 py-3.5 max-md:gap-2 max-md:rounded-none max-md:px-4 max-md:pb-[max(0.875rem,env(safe-area-inset-bottom))]"
    >
      <Button
        variant="quiet"
        className="shrink-0 max-md:-my-2 max-md:-me-2.5 max-md:order-[-1] max-md:px-3 md:-ms-2.5"
        aria-label={t('actions.clearAll')}
        onClick={() => (isRisky ? setAsking(true) : stopAnd(clearWithUndo))}
      >
        <Trash2 aria-hidden size={18} className="md:hidden" />
        <span className="max-md:hidden">{t('actions.clearAll')}</span>
      </Button>
      {/* On phones, the status and the button that clears the list form the first row. */}
      <div className="flex min-w-0 grow max-md:order-[-2] max-md:basis-[calc(100%-2.75rem)] md:min-w-40 md:basis-0">
        <BatchStatus items={state.items} />
      </div>
      <DownloadButton
        items={completed}
        isMain={isAllDone}
        isSingle={state.items.length === 1}
        downloads={downloads}
      />
      <Button
        variant={isAllDone ? 'secondary' : 'primary'}
        className="max-md:min-w-24 max-md:flex-1 max-md:gap-1.5 max-md:px-2"
        disabled={isBusy || !hasPending || isLimitReached}
        isBusy={isBusy}
        onClick={() => {
          suggestAutoStart();
          dispatch({ type: 'started', settings: toSettings(form) });
        }}
      >
        {t(isBusy ? 'actions.compressing' : 'actions.compress')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          onOpenChange={setAsking}
          title={t('clear.title')}
          text={t('clear.text')}
          cancelLabel={t('clear.keep')}
          confirmLabel={t('clear.confirm')}
          onConfirm={() => stopAnd(clearNow)}
        />
      )}
    </div>
  );
}

type DownloadButtonProps = Props & {
  items: CompletedItem[];
  /** Whether downloading is the main action, because all images are done. */
  isMain: boolean;
  /** Whether the list has only one item. Its result is saved directly instead of in a ZIP file. */
  isSingle: boolean;
};

/** Button that saves all results as a ZIP file, or a single result directly, and shows the progress. */
function DownloadButton({ items, isMain, isSingle, downloads }: DownloadButtonProps) {
  const { t } = useTranslation('compress');
  const { packing, download, downloadEverything, run, cancelDownload } = downloads;
  const [single] = isSingle ? items : [];
  const stop = packing && t('actions.stopDownloading', packing);
  const save = () => void (single ? download(single) : downloadEverything(items));
  useSaveKeys(items.length > 0 && !packing ? save : undefined);
  return (
    <>
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        // On phones, the main action gets the remaining width.
        data-main={isMain}
        className="max-md:min-w-24 max-md:gap-1.5 max-md:px-2 max-md:data-[main=true]:flex-[1.4]"
        disabled={items.length === 0}
        isBusy={packing !== undefined}
        aria-keyshortcuts={saveShortcut.keys}
        {...(packing
          ? { 'aria-label': stop, title: stop, onClick: cancelDownload }
          : { 'data-tooltip': t(saveShortcut.text), onClick: save })}
      >
        {!packing && <Download aria-hidden size={17} />}
        <span className="tabular-nums">
          {packing
            ? t('actions.downloading', packing)
            : t(isSingle ? labelFor(single) : 'actions.downloadAll')}
        </span>
        {packing && <X aria-hidden size={16} />}
      </Button>
      {items.length > 0 && canSaveToDisk && <SaveButton items={items} run={run} />}
    </>
  );
}

/** Returns the label for saving a single result: a ZIP file if it has variants, else an image. */
const labelFor = (item: CompletedItem | undefined) =>
  item?.step.result.variants ? 'variants.downloadZip' : 'actions.download';
