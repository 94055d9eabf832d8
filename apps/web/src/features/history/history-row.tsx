import { CalendarX2, Download, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { failureText } from '../../i18n/failure-text.ts';
import { formatDateTime } from '../../i18n/format-time.ts';
import type { ListedCompression } from '../../lib/compressions.ts';
import { failureOfCompression } from '../../lib/failure-of-compression.ts';
import type { SavableResult } from '../../lib/save-result.ts';
import { hasFiles, rowState } from './row-state.ts';
import { SavedText, Sizes, WhatIsLeft } from './size-cells.tsx';
import { Status } from './status.tsx';

export const rowElementId = (id: string) => `compression-${id}`;

type Props = {
  row: ListedCompression;
  nowMs: number;
  onSave: (row: SavableResult) => Promise<void>;
  onDelete: (row: ListedCompression) => void;
};

/** Table row of a compression; on phones a block of three lines. */
export const HistoryRow = memo(function HistoryRow({ row, nowMs, onSave, onDelete }: Props) {
  const { t } = useTranslation('history');
  const { id, originalFilename: name } = row;
  const state = rowState(row, nowMs);
  const isGone = state === 'expired';
  return (
    <tr id={rowElementId(id)} tabIndex={-1} data-status={state} data-testid="history-row">
      <td data-column="image">
        <Thumbnail
          sources={[state === 'completed' ? row.thumbnailUrl : undefined]}
          {...(isGone && { icon: CalendarX2 })}
        />
      </td>
      <td data-column="file">
        <b className="block text-ink" title={name}>
          <bdi className="block truncate">{name}</bdi>
        </b>{' '}
        {state === 'failed' && (
          <span className="block text-caption leading-snug text-danger">
            {failureText(failureOfCompression(row))}
          </span>
        )}
      </td>
      <td data-column="size">
        <Sizes row={row} /> <SavedText row={row} className="history-saved-inline" />
      </td>
      <td data-column="left">
        <WhatIsLeft row={row} state={state} />
      </td>
      <td data-column="saved">
        <SavedText row={row} />
      </td>
      <td data-column="status">
        <Status row={row} state={state} nowMs={nowMs} />
      </td>
      <td data-column="date">
        <time dateTime={row.createdAt}>{formatDateTime(new Date(row.createdAt))}</time>
      </td>
      <td data-column="actions">
        <div className="history-actions">
          {state === 'completed' && (
            <IconButton label={t('download', { name })} onClick={() => void onSave(row)}>
              <Download aria-hidden size={18} />
            </IconButton>
          )}
          {hasFiles(row, state) && (
            <IconButton label={t('delete', { name })} onClick={() => onDelete(row)}>
              <Trash2 aria-hidden size={17} />
            </IconButton>
          )}
        </div>
      </td>
    </tr>
  );
});
