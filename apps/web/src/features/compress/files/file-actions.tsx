import { Columns2, Download, LoaderCircle, RefreshCw, RotateCw, SlidersHorizontal, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { canRetry, hasOriginal, isCompleted, type UploadItem } from '../uploads/upload-state.ts';
import type { RowActions } from './use-row-actions.ts';

type Props = {
  item: UploadItem;
  /** Whether the item can be compressed again, because the settings have changed. */
  isOutdated: boolean;
  actions: RowActions;
};

/**
 * Returns whether the user can choose settings for this item alone. True if the item has not been started, or has
 * completed and its original still exists.
 */
function canHaveOwnSettings(item: UploadItem): boolean {
  return isCompleted(item) ? hasOriginal(item) : item.step.name === 'idle';
}

export function FileActions({ item, isOutdated, actions }: Props) {
  const { t } = useTranslation('compress');
  const { key, file, step } = item;
  const { name } = file;
  const removeLabel = t(step.name === 'uploading' ? 'files.cancel' : 'files.remove', { name });
  return (
    <>
      {isOutdated && (
        <IconButton label={t('files.apply', { name })} onClick={() => actions.apply(key)}>
          <RefreshCw aria-hidden size={17} />
        </IconButton>
      )}
      {isCompleted(item) && (
        <>
          <IconButton
            label={t('files.compare', { name })}
            className="max-md:hidden"
            onClick={({ currentTarget }) => actions.compare(key, currentTarget)}
          >
            <Columns2 aria-hidden size={18} />
          </IconButton>
          <IconButton
            label={t(item.step.result.variants ? 'variants.download' : 'files.download', { name })}
            onClick={() => actions.download(item)}
          >
            <Download aria-hidden size={18} />
          </IconButton>
        </>
      )}
      {canHaveOwnSettings(item) && (
        <IconButton label={t('item.open', { name })} onClick={() => actions.openSettings(key)}>
          <SlidersHorizontal aria-hidden size={17} />
        </IconButton>
      )}
      {canRetry(item) && (
        <IconButton label={t('files.retry', { name })} onClick={() => actions.retry(key)}>
          <RotateCw aria-hidden size={17} />
        </IconButton>
      )}
      {step.name === 'compressing' ? (
        <span className="grid size-(--g-control-small) place-items-center text-accent">
          <LoaderCircle aria-hidden size={18} className="animate-spin" />
        </span>
      ) : (
        <IconButton
          label={removeLabel}
          // On phones, a completed image is removed in its settings, because there is no space for another button.
          className={isCompleted(item) && hasOriginal(item) ? 'max-md:hidden' : ''}
          onClick={() => actions.remove(key)}
        >
          <X aria-hidden size={18} />
        </IconButton>
      )}
    </>
  );
}
