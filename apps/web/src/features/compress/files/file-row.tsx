import { Columns2 } from 'lucide-react';
import { type MouseEvent, memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileLine } from '../../../components/file-line.tsx';
import type { UploadItem } from '../uploads/upload-state.ts';
import { FileActions } from './file-actions.tsx';
import { FileSizes } from './file-sizes.tsx';
import { FileState } from './file-state.tsx';
import { InCloud } from './in-cloud.tsx';
import { NextStep } from './next-step.tsx';
import { statusOf } from './status-of.ts';
import type { RowActions } from './use-row-actions.ts';
import { VariantFiles } from './variant-files.tsx';
import { VariantSummary } from './variant-summary.tsx';
import { WeightLine } from './weight-line.tsx';

type Props = { item: UploadItem; isOutdated: boolean; maxButtons: number; actions: RowActions };

/** Row of a file in the upload list. Memoized, so that it re-renders only when its own item changes. */
export const FileRow = memo(function FileRow({ item, isOutdated, maxButtons, actions }: Props) {
  const { t } = useTranslation('compress');
  const { key, file, step, previewUrl } = item;
  const { name } = file;
  const result = step.name === 'completed' ? step.result : undefined;
  const group = result?.variants;
  const [isOpen, setOpen] = useState(false);
  const filesId = useId();
  const compare = ({ currentTarget }: MouseEvent<HTMLElement>) => actions.compare(key, currentTarget);
  return (
    <FileLine
      name={name}
      sources={[result?.thumbnailUrl, result?.downloadUrl, previewUrl]}
      note={
        <>
          <FileState item={item} />
          <NextStep item={item} actions={actions} />
          <InCloud item={item} actions={actions} />
          {group && (
            <VariantSummary
              name={name}
              group={group}
              settings={item.settings}
              isOpen={isOpen}
              controls={filesId}
              onToggle={() => setOpen(!isOpen)}
            />
          )}
        </>
      }
      details={
        group && (
          <div id={filesId} hidden={!isOpen} className="col-span-full max-md:mt-1.5 max-md:pe-2 md:ps-16">
            {isOpen && <VariantFiles name={name} compressionId={result.id} group={group} />}
          </div>
        )
      }
      line={step.name !== 'failed' && <WeightLine item={item} />}
      sizes={<FileSizes item={item} />}
      buttons={<FileActions item={item} isOutdated={isOutdated} actions={actions} />}
      maxButtons={maxButtons}
      // On phones, a tap anywhere on the row opens the comparison, because there is no space for a button. Elsewhere, a
      // click on the image or the name opens it, too. That click area is not focusable, because the row also has a
      // button for the comparison.
      cover={
        result && (
          <>
            <button
              type="button"
              tabIndex={-1}
              aria-hidden
              title={name}
              className="col-[1/span_2] row-1 cursor-pointer self-stretch rounded-control max-md:hidden"
              onClick={compare}
            />
            <button
              type="button"
              className="relative col-[1/span_2] row-[1/span_3] -m-1.5 cursor-pointer self-stretch rounded-control md:hidden"
              aria-label={t('files.compare', { name })}
              onClick={compare}
            >
              {/* Shows in the corner of the image that a tap opens the comparison. */}
              <span className="absolute start-9 top-[calc(50%+8px)] grid size-5.5 place-items-center rounded-[7px] bg-surface text-ink shadow-pop">
                <Columns2 aria-hidden size={13} />
              </span>
            </button>
          </>
        )
      }
      data-status={statusOf(item)}
      data-testid="file-row"
    />
  );
});
