import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Thumbnail } from '../../../components/thumbnail.tsx';
import { statusOf, type UploadItem } from '../uploads/upload-state.ts';
import { FileActions } from './file-actions.tsx';
import { FileSizes } from './file-sizes.tsx';
import { FileState } from './file-state.tsx';
import type { RowActions } from './use-row-actions.ts';
import { WeightLine } from './weight-line.tsx';

type Props = { item: UploadItem; actions: RowActions };

/** Re-renders only when its own item changes. */
export const FileRow = memo(function FileRow({ item, actions }: Props) {
  const { t } = useTranslation('compress');
  const { key, file, step, previewUrl } = item;
  const { name } = file;
  const result = step.name === 'completed' ? step.result : undefined;
  return (
    <li className="file-row hover:bg-hover" data-status={statusOf(item)} data-testid="file-row">
      <Thumbnail sources={[result?.thumbnailUrl, result?.downloadUrl, previewUrl]} />
      <div className="file-name min-w-0">
        <b className="block text-ink" title={name}>
          <bdi className="block truncate">{name}</bdi>
        </b>
        <FileState item={item} />
      </div>
      {step.name !== 'failed' && <WeightLine item={item} />}
      <FileSizes item={item} />
      {/* On phones the whole row opens the comparison, because there is no room for the button. */}
      {result && (
        <button
          type="button"
          className="file-open cursor-pointer rounded-control md:hidden"
          aria-label={t('files.compare', { name })}
          onClick={({ currentTarget }) => actions.compare(key, currentTarget)}
        />
      )}
      <FileActions item={item} actions={actions} />
    </li>
  );
});
