import { Download, LoaderCircle, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { useDownloads } from '../download/use-downloads.ts';
import { toSettings } from '../settings/compress-settings.ts';
import { useSettings } from '../settings/settings-context.tsx';
import { isCompleted, type UploadItem } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

export function FileActions({ item }: { item: UploadItem }) {
  const { t } = useTranslation('compress');
  const { dispatch, remove } = useUploadQueue();
  const { download } = useDownloads();
  const { form } = useSettings();
  const { name } = item.file;
  const isProcessing = item.step.name === 'compressing';
  const removeLabel = t(item.step.name === 'uploading' ? 'files.cancel' : 'files.remove', { name });
  return (
    <div className="file-actions flex items-center justify-end">
      {isCompleted(item) && (
        <IconButton label={t('files.download', { name })} onClick={() => void download(item)}>
          <Download aria-hidden size={18} />
        </IconButton>
      )}
      {item.step.name === 'failed' && (
        <IconButton
          label={t('files.retry', { name })}
          onClick={() => dispatch({ type: 'retried', key: item.key, settings: toSettings(form) })}
        >
          <RotateCw aria-hidden size={17} />
        </IconButton>
      )}
      {isProcessing ? (
        <span className="grid size-(--g-control-small) place-items-center text-accent">
          <LoaderCircle aria-hidden size={18} className="spin" />
        </span>
      ) : (
        <IconButton
          label={removeLabel}
          className={isCompleted(item) ? 'max-md:hidden' : ''}
          onClick={() => remove(item.key)}
        >
          <X aria-hidden size={18} />
        </IconButton>
      )}
    </div>
  );
}
