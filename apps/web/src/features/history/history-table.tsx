import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { ConfirmDialog } from '../../components/ui/lazy-confirm-dialog.ts';
import type { ListedCompression } from '../../lib/compressions.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSaveResult } from '../../lib/use-save-result.ts';
import { columns, HeadCell } from './cells.tsx';
import { HistoryRow } from './history-row.tsx';
import { rowState } from './row-state.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useDeleteNow } from './use-delete-now.ts';
import { useSelection } from './use-selection.ts';

/** Columns with visually hidden headers, because their cells are self-explanatory. */
const unnamed: readonly string[] = ['image', 'actions'];

type Props = { rows: ListedCompression[]; onCompare: (row: ListedCompression) => void };

/** The list of compressions, with the actions for selected ones. */
export function HistoryTable({ rows, onCompare }: Props) {
  const { t } = useTranslation('history');
  const nowMs = useNow();
  const save = useSaveResult();
  const deleteNow = useDeleteNow();
  const [asked, setAsked] = useState<ListedCompression[]>();
  const ask = useCallback((row: ListedCompression) => setAsked([row]), []);
  const selectable = rows.filter((row) => rowState(row, nowMs) === 'completed');
  const { selected, isSelected, select } = useSelection(selectable);
  const isMixed = selected.length > 0 && selected.length < selectable.length;
  return (
    <>
      <section className="card overflow-hidden">
        <table className="w-full text-small tabular-nums" data-testid="history">
          <thead className="max-wide:block">
            <tr className="relative max-wide:block max-wide:border-b max-wide:border-line">
              <HeadCell column="select">
                <Checkbox
                  isChecked={selectable.length > 0 && selected.length === selectable.length}
                  ref={(input) => {
                    if (input) input.indeterminate = isMixed;
                  }}
                  onChange={(isChecked) => select(selectable, isChecked)}
                >
                  <span className="wide:sr-only">{t('selection.all')}</span>
                </Checkbox>
              </HeadCell>
              {columns.map((column) => (
                <HeadCell key={column} column={column}>
                  <span className={unnamed.includes(column) ? 'sr-only' : ''}>{t(`columns.${column}`)}</span>
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody className="max-wide:block">
            {rows.map((row) => (
              <HistoryRow
                key={row.id}
                row={row}
                nowMs={nowMs}
                isSelected={isSelected(row)}
                onSelect={select}
                onCompare={onCompare}
                onSave={save}
                onDelete={ask}
              />
            ))}
          </tbody>
        </table>
      </section>
      {selected.length > 0 && (
        <SelectionBar rows={selected} onDelete={setAsked} onClear={() => select(selectable, false)} />
      )}
      {asked && (
        <ConfirmDialog
          onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
          title={t('confirm.title')}
          text={
            asked.length === 1
              ? t('confirm.text', { name: asked[0]?.originalFilename })
              : t('confirm.manyText', { count: asked.length })
          }
          cancelLabel={t('confirm.keep')}
          confirmLabel={t('confirm.delete')}
          onConfirm={() => deleteNow(asked)}
        />
      )}
    </>
  );
}
