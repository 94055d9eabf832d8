import type { ComponentProps } from 'react';

type Props = ComponentProps<'input'> & { onFiles: (files: File[]) => void };

/** Hidden file input. A button calls its `click` to open the file chooser. The same files can be selected again. */
export function FileInput({ onFiles, ...rest }: Props) {
  return (
    <input
      type="file"
      multiple
      tabIndex={-1}
      className="hidden"
      // Stop the click, because the surrounding drop zone would open the file chooser again.
      onClick={(event) => event.stopPropagation()}
      onChange={({ target }) => {
        onFiles(Array.from(target.files ?? []));
        target.value = '';
      }}
      {...rest}
    />
  );
}
