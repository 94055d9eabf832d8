import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/ui/lazy-confirm-dialog.ts';
import type { ListedCompression } from '../../lib/compressions.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSaveResult } from '../../lib/use-save-result.ts';
import { columns, HeadCell } from './cells.tsx';
import { HistoryRow } from './history-row.tsx';
import { useDeleteNow } from './use-delete-now.ts';

/** Columns with visually hidden headers, because their cells are self-explanatory. */
const unnamed: readonly string[] = ['image', 'left', 'actions'];

export function HistoryTable({ rows }: { rows: ListedCompression[] }) {
  const { t } = useTranslation('history');
  const nowMs = useNow();
  const save = useSaveResult();
  const deleteNow = useDeleteNow();
  const [asked, setAsked] = useState<ListedCompression>();
  const ask = useCallback((row: ListedCompression) => setAsked(row), []);
  return (
    <section className="card overflow-hidden">
      <table className="w-full text-small tabular-nums" data-testid="history">
        <thead className="max-md:sr-only">
          <tr>
            {columns.map((column) => (
              <HeadCell key={column} column={column}>
                <span className={unnamed.includes(column) ? 'sr-only' : ''}>{t(`columns.${column}`)}</span>
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <HistoryRow key={row.id} row={row} nowMs={nowMs} onSave={save} onDelete={ask} />
          ))}
        </tbody>
      </table>
      {asked && (
        <ConfirmDialog
          onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
          title={t('confirm.title')}
          text={t('confirm.text', { name: asked.originalFilename })}
          cancelLabel={t('confirm.keep')}
          confirmLabel={t('confirm.delete')}
          onConfirm={() => deleteNow(asked)}
        />
      )}
    </section>
  );
}
