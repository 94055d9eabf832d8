import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FileInput } from './file-input.tsx';

/**
 * Button that adds all files of a folder. It is hidden on touch screens, because their file pickers do not support
 * folders.
 */
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
      {/* `webkitdirectory` is passed with a spread, because React's types lack the attribute. */}
      <FileInput ref={input} {...{ webkitdirectory: '' }} aria-hidden onFiles={onFiles} />
    </>
  );
}
