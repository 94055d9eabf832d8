import type { VariantGroup } from '@gossamer/contracts/variants';
import { CalendarX2, Columns2, Download, FileCode, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyCodeDialog } from '../../components/copy-code/lazy-dialog.ts';
import { FileName } from '../../components/file-name.tsx';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { failureText } from '../../i18n/failure-text.ts';
import { formatDateTime } from '../../i18n/format-time.ts';
import type { ListedCompression } from '../../lib/compressions.ts';
import { failureOfCompression } from '../../lib/failure-of-compression.ts';
import type { SavableResult } from '../../lib/save-result.ts';
import { Cell } from './cells.tsx';
import { hasFiles, rowState } from './row-state.ts';
import { SavedText, Sizes, WhatIsLeft } from './size-cells.tsx';
import { Status, TimeLeft } from './status.tsx';
import type { Selection } from './use-selection.ts';

export const rowElementId = (id: string) => `compression-${id}`;

type Props = {
  row: ListedCompression;
  nowMs: number;
  isSelected: boolean;
  onSelect: Selection['select'];
  onCompare: (row: ListedCompression) => void;
  onSave: (row: SavableResult) => Promise<void>;
  onDelete: (row: ListedCompression) => void;
};

/** Table row for a compression in the history. On narrow screens, the row is a block of lines. */
export const HistoryRow = memo(function HistoryRow(props: Props) {
  const { row, nowMs, isSelected, onSelect, onCompare, onSave, onDelete } = props;
  const { t } = useTranslation('history');
  const { id, originalFilename: name } = row;
  const state = rowState(row, nowMs);
  const isGone = state === 'expired';
  return (
    <tr
      id={rowElementId(id)}
      tabIndex={-1}
      className="border-t border-line -outline-offset-2 hover:bg-hover data-selected:bg-accent-soft/60 max-wide:grid max-wide:grid-cols-[1.875rem_calc(48px+0.875rem)_minmax(0,1fr)_auto] max-wide:py-3 max-wide:ps-3.5 max-wide:pe-2 max-md:pe-0.5 max-wide:first:border-t-0"
      data-status={state}
      data-selected={isSelected || undefined}
      data-testid="history-row"
    >
      <Cell column="select">
        {state === 'completed' && (
          <Checkbox isChecked={isSelected} onChange={(isChecked) => onSelect([row], isChecked)}>
            <span className="sr-only">{t('selection.one', { name })}</span>
          </Checkbox>
        )}
      </Cell>
      <Cell column="image">
        <Thumbnail
          sources={[state === 'completed' ? row.thumbnailUrl : undefined]}
          {...(isGone && { icon: CalendarX2 })}
        />
      </Cell>
      <Cell column="file">
        <b className="block text-ink" title={name}>
          <FileName name={name} />
        </b>{' '}
        {state === 'failed' && (
          <span className="block text-caption leading-snug text-danger">
            {failureText(failureOfCompression(row))}
          </span>
        )}
      </Cell>
      <Cell column="size">
        <Sizes row={row} />
        <div className="mt-1.5 max-wide:mb-1.5 md:max-wide:w-36">
          <WhatIsLeft row={row} state={state} />
        </div>
      </Cell>
      <Cell column="saved">
        <SavedText row={row} />
      </Cell>
      <Cell column="status">
        <Status row={row} state={state} />
      </Cell>
      <Cell column="date">
        <time dateTime={row.createdAt} className="block whitespace-nowrap">
          {formatDateTime(new Date(row.createdAt))}
        </time>{' '}
        {state === 'completed' && <TimeLeft row={row} nowMs={nowMs} />}
      </Cell>
      <Cell column="actions">
        <div className="flex justify-end">
          {state === 'completed' && row.originalUrl !== undefined && (
            <IconButton label={t('compare', { name })} onClick={() => onCompare(row)}>
              <Columns2 aria-hidden size={18} />
            </IconButton>
          )}
          {state === 'completed' && row.variants && <CodeButton row={row} group={row.variants} />}
          {state === 'completed' && (
            <IconButton
              label={t(row.variants ? 'downloadZip' : 'download', { name })}
              onClick={() => void onSave(row)}
            >
              <Download aria-hidden size={18} />
            </IconButton>
          )}
          {hasFiles(row, state) && (
            <IconButton label={t('delete', { name })} onClick={() => onDelete(row)}>
              <Trash2 aria-hidden size={17} />
            </IconButton>
          )}
        </div>
      </Cell>
    </tr>
  );
});

/** Button that opens the markup for the variants of an image. */
function CodeButton({ row, group }: { row: ListedCompression; group: VariantGroup }) {
  const { originalFilename: name, settings } = row;
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('code', { name })}
        aria-haspopup="dialog"
        onPointerEnter={() => void CopyCodeDialog.preload()}
        onClick={() => setOpen(true)}
      >
        <FileCode aria-hidden size={18} />
      </IconButton>
      {isOpen && (
        <CopyCodeDialog name={name} group={group} settings={settings} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
