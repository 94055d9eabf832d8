import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import type { CompletedItem } from '../uploads/upload-state.ts';
import type { Run } from './use-downloads.ts';

const SaveMenu = lazyPart(
  () => import('./save-menu.tsx'),
  ({ SaveMenu }) => SaveMenu,
);

/** Whether the browser lets pages write into a folder that the user chooses. */
export const canSaveToDisk = typeof window !== 'undefined' && 'showDirectoryPicker' in window;

/** Button that opens a menu with other ways to save all results. */
export function SaveButton({ items, run }: { items: CompletedItem[]; run: Run }) {
  const { t } = useTranslation('compress');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const prefetch = () => void SaveMenu.preload();
  return (
    <>
      <IconButton
        label={t('save.title')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        <ChevronDown aria-hidden size={18} />
      </IconButton>
      {anchor && <SaveMenu anchor={anchor} items={items} run={run} onClose={() => setAnchor(null)} />}
    </>
  );
}
