import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Chooses a folder with all that lies in it. Not on touch screens, whose dialogs know no folders. */
export function FolderButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('compress');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="link cursor-pointer rounded-sm pointer-coarse:hidden"
        onClick={(event) => {
          event.stopPropagation();
          input.current?.click();
        }}
      >
        {t('drop.folder')}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        // Known to browsers, not to React's types.
        {...{ webkitdirectory: '' }}
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onClick={(event) => event.stopPropagation()}
        onChange={({ target }) => {
          onFiles(Array.from(target.files ?? []));
          target.value = '';
        }}
      />
    </>
  );
}
