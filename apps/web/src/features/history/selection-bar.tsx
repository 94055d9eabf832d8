import { Download, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import type { ListedCompression } from '../../lib/compressions.ts';
import { useArchive } from './use-archive.ts';

type Props = {
  rows: ListedCompression[];
  onDelete: (rows: ListedCompression[]) => void;
  onClear: () => void;
};

/** Actions for the selected rows. The bar stays at the bottom of the window while the list scrolls. */
export function SelectionBar({ rows, onDelete, onClear }: Props) {
  const { t } = useTranslation(['history', 'compress']);
  const { packing, download } = useArchive();
  return (
    <div
      className="card sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-2 bg-raised px-4 py-2.5 shadow-pop"
      data-testid="selection-bar"
    >
      {/* On phones, the number and the button that clears the selection form the first row. */}
      <b role="status" className="me-auto text-ink max-md:order-[-2] max-md:basis-[calc(100%-3rem)]">
        {t('history:selection.count', { count: rows.length })}
      </b>
      <Button
        variant="primary"
        size="small"
        className="max-md:flex-auto"
        isBusy={packing !== undefined}
        disabled={packing !== undefined}
        onClick={() => void download(rows)}
      >
        {packing === undefined && <Download aria-hidden size={17} />}
        {packing ? t('compress:actions.downloading', packing) : t('history:selection.download')}
      </Button>
      <Button
        variant="dangerOutlined"
        size="small"
        className="max-md:flex-auto"
        onClick={() => onDelete(rows)}
      >
        <Trash2 aria-hidden size={17} />
        {t('history:confirm.delete')}
      </Button>
      <IconButton label={t('history:selection.clear')} className="max-md:order-[-1]" onClick={onClear}>
        <X aria-hidden size={18} />
      </IconButton>
    </div>
  );
}
