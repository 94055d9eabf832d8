import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FileInput } from './file-input.tsx';

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
      {/* The attribute is known to browsers, not to React's types. */}
      <FileInput ref={input} {...{ webkitdirectory: '' }} aria-hidden onFiles={onFiles} />
    </>
  );
}
