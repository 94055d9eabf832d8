import type { ComponentProps } from 'react';

type Props = ComponentProps<'input'> & { onFiles: (files: File[]) => void };

/** Hidden file input that a button opens by calling `click`. The same files can be chosen twice in a row. */
export function FileInput({ onFiles, ...rest }: Props) {
  return (
    <input
      type="file"
      multiple
      tabIndex={-1}
      className="hidden"
      // Otherwise the surrounding drop zone would open the dialog again.
      onClick={(event) => event.stopPropagation()}
      onChange={({ target }) => {
        onFiles(Array.from(target.files ?? []));
        target.value = '';
      }}
      {...rest}
    />
  );
}
