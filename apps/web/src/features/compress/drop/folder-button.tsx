import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FileInput } from './file-input.tsx';

/** Chooses all files of a folder. Hidden on touch screens, whose file dialogs do not support folders. */
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
      {/* Browsers support the attribute, but React's types lack it. */}
      <FileInput ref={input} {...{ webkitdirectory: '' }} aria-hidden onFiles={onFiles} />
    </>
  );
}
