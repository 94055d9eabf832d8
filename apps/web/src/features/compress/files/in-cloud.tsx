import { useTranslation } from 'react-i18next';
import type { UploadItem } from '../uploads/upload-state.ts';
import type { RowActions } from './use-row-actions.ts';

/** Offers to process an image in the cloud if this device could not process it. */
export function InCloud({ item, actions }: { item: UploadItem; actions: RowActions }) {
  const { t } = useTranslation('compress');
  const { key, file, step, problem } = item;
  const failure = step.name === 'failed' ? step.failure : problem;
  if (!failure?.reason.startsWith('device_')) return null;
  return (
    <button
      type="button"
      className="link relative z-1 cursor-pointer rounded-sm text-start text-caption"
      title={t('files.inCloudLabel', { name: file.name })}
      onClick={() => actions.retry(key, true)}
    >
      {t('files.inCloud')}
    </button>
  );
}
