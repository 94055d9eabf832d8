import { FolderDown, Replace } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnchoredMenu, menuItem } from '../../../components/ui/anchored-menu.tsx';
import { ConfirmDialog } from '../../../components/ui/lazy-confirm-dialog.ts';
import type { CompletedItem } from '../uploads/upload-state.ts';
import { replaceableItems, replaceOriginals, saveToFolder } from './save-to-disk.ts';
import type { Run } from './use-downloads.ts';

type Props = {
  anchor: HTMLElement;
  items: CompletedItem[];
  run: Run;
  onClose: () => void;
};

/** Menu with other ways to save all results: into a folder, or in place of their originals. */
export function SaveMenu({ anchor, items, run, onClose }: Props) {
  const { t, i18n } = useTranslation('compress');
  const [isAsking, setAsking] = useState(false);
  const replaceable = replaceableItems(items);

  async function chooseFolder() {
    onClose();
    // The promise rejects if the user closes the folder picker.
    const folder = await window.showDirectoryPicker?.({ mode: 'readwrite' }).catch(() => undefined);
    if (folder) await run(items.length, (progress) => saveToFolder(items, folder, progress), 'saved');
  }

  if (isAsking) {
    const kept = items.length - replaceable.length;
    return (
      <ConfirmDialog
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={t('save.replaceTitle', { count: replaceable.length })}
        text={[t('save.replaceText'), kept > 0 && t('save.replaceKept', { count: kept })]
          .filter(Boolean)
          .join(' ')}
        cancelLabel={t('save.keep')}
        confirmLabel={t('save.replaceConfirm')}
        onConfirm={() => {
          onClose();
          void run(replaceable.length, (progress) => replaceOriginals(replaceable, progress), 'replaced');
        }}
      />
    );
  }
  return (
    <AnchoredMenu anchor={anchor} label={t('save.title')} dir={i18n.dir()} onClose={onClose}>
      <DropdownMenu.Item className={menuItem} onSelect={() => void chooseFolder()}>
        <FolderDown aria-hidden size={17} />
        {t('save.toFolder')}
      </DropdownMenu.Item>
      <DropdownMenu.Item
        className={`${menuItem} data-disabled:cursor-default data-disabled:text-ink-3`}
        disabled={replaceable.length === 0}
        onSelect={(event) => {
          // Prevent the menu from closing, because `onClose` would also close the confirmation that replaces it.
          event.preventDefault();
          setAsking(true);
        }}
      >
        <Replace aria-hidden size={17} />
        <span>
          {t('save.replace')}
          {replaceable.length === 0 && <span className="caption block">{t('save.replaceHint')}</span>}
        </span>
      </DropdownMenu.Item>
    </AnchoredMenu>
  );
}
