import type { ComponentProps } from 'react';

type Props = ComponentProps<'input'> & { onFiles: (files: File[]) => void };

/**
 * Hidden file input. A button calls `click()` on it to open the file picker. The user can select the same files again.
 */
export function FileInput({ onFiles, ...rest }: Props) {
  return (
    <input
      type="file"
      multiple
      tabIndex={-1}
      className="hidden"
      // Stop the propagation of the click, because the surrounding drop zone would open the file picker again.
      onClick={(event) => event.stopPropagation()}
      onChange={({ target }) => {
        onFiles(Array.from(target.files ?? []));
        target.value = '';
      }}
      {...rest}
    />
  );
}
