import type { ComponentProps } from 'react';

type Props = ComponentProps<'input'> & { onFiles: (files: File[]) => void };

/** A file input that is not shown: a button beside it calls its `click`. The same files can be chosen twice in a row. */
export function FileInput({ onFiles, ...rest }: Props) {
  return (
    <input
      type="file"
      multiple
      tabIndex={-1}
      className="hidden"
      // The drop zone around it opens the dialog on a click.
      onClick={(event) => event.stopPropagation()}
      onChange={({ target }) => {
        onFiles(Array.from(target.files ?? []));
        target.value = '';
      }}
      {...rest}
    />
  );
}
