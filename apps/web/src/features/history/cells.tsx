import type { ReactNode } from 'react';

export const columns = ['image', 'file', 'size', 'left', 'saved', 'status', 'date', 'actions'] as const;
type Column = 'select' | (typeof columns)[number];

const cell = 'text-start align-middle md:px-3 md:first:ps-5 md:first:pe-0 md:last:pe-3.5 md:max-wide:px-2.5';

/** Class names for all cells in a column, including the header. */
const columnClass: Partial<Record<Column, string>> = {
  // The label of the checkbox is larger than the checkbox, so that it can be pressed easily.
  select: 'md:w-10 md:pe-0 [&_label]:-m-2.5 [&_label]:p-2.5',
  image: 'md:w-12',
  // The file column takes the remaining width and truncates the file name.
  file: 'md:w-[30%] md:max-w-0 wide:min-w-30',
  left: 'max-wide:hidden',
  saved: 'max-wide:hidden',
};

/** Class names for the cells below the header. On phones, each table row is a grid with four columns. */
const bodyClass: Record<Column, string> = {
  select: 'max-md:col-1 max-md:row-[1/span_4]',
  image: 'max-md:col-2 max-md:row-[1/span_4]',
  file: 'max-md:col-[3/span_2] max-md:row-1 max-md:pe-2 max-md:text-body',
  size: 'max-md:col-[3/span_2] max-md:row-2 max-md:flex max-md:flex-wrap max-md:gap-x-2 max-md:pe-2 md:whitespace-nowrap',
  left: 'w-28',
  saved: 'whitespace-nowrap',
  status: 'max-md:col-[3/span_2] max-md:row-4 max-md:empty:hidden',
  date: 'max-md:col-3 max-md:row-3',
  actions: 'max-md:col-4 max-md:row-3',
};

type Props = { column: Column; children: ReactNode };

export function HeadCell({ column, children }: Props) {
  return (
    <th
      scope="col"
      className={`${cell} py-2.5 font-medium whitespace-nowrap text-ink-3 ${columnClass[column] ?? ''}`}
    >
      {children}
    </th>
  );
}

export function Cell({ column, children }: Props) {
  return (
    <td className={`${cell} md:py-[0.6875rem] ${columnClass[column] ?? ''} ${bodyClass[column]}`}>
      {children}
    </td>
  );
}
