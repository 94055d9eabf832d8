import type { ReactNode } from 'react';

export const columns = ['image', 'file', 'size', 'saved', 'status', 'date', 'actions'] as const;
type Column = 'select' | (typeof columns)[number];

const cell = 'text-start align-middle wide:px-3 wide:first:ps-5 wide:first:pe-0 wide:last:pe-3.5';

/** Class names for all cells in a column, including the header. */
const columnClass: Partial<Record<Column, string>> = {
  // The label of the checkbox is larger than the checkbox, so that it can be pressed easily.
  select: 'wide:w-10 wide:pe-0 [&_label]:-m-2.5 [&_label]:p-2.5',
  image: 'wide:w-12',
  // The file column takes the remaining width and truncates the file name.
  file: 'wide:w-[30%] wide:max-w-0 wide:min-w-30',
};

/** Class names for header cells. On narrow screens, only the checkbox that selects all rows is visible. */
const headClass = (column: Column) =>
  column === 'select'
    ? 'max-wide:block max-wide:px-3.5 max-wide:[&_label]:-m-3 max-wide:[&_label]:p-3'
    : 'max-wide:sr-only';

/** Class names for the cells below the header. On narrow screens, each table row is a grid. */
const bodyClass: Record<Column, string> = {
  select: 'max-wide:col-1 max-wide:row-[1/span_5] md:max-wide:self-center',
  image: 'max-wide:col-2 max-wide:row-[1/span_5] md:max-wide:self-center',
  file: 'max-wide:col-[3/span_2] max-wide:row-1 max-wide:pe-2 max-wide:text-body md:max-wide:col-3',
  size: 'max-wide:col-[3/span_2] max-wide:row-2 max-wide:pe-2 md:max-wide:col-3 wide:whitespace-nowrap',
  saved:
    'whitespace-nowrap max-wide:col-3 max-wide:row-3 max-wide:self-center md:max-wide:col-4 md:max-wide:row-[1/span_5] md:max-wide:pe-6',
  status: 'max-wide:col-[3/span_2] max-wide:row-5 md:max-wide:col-3',
  date: 'max-wide:col-[3/span_2] max-wide:row-4 max-wide:flex max-wide:flex-wrap max-wide:items-baseline max-wide:gap-x-2 md:max-wide:col-3',
  // Make the icon buttons as large as a fingertip.
  actions:
    'pointer-coarse:[&_button]:size-11 max-wide:col-4 max-wide:row-3 md:max-wide:col-5 md:max-wide:row-[1/span_5] md:max-wide:self-center',
};

type Props = { column: Column; children: ReactNode };

export function HeadCell({ column, children }: Props) {
  return (
    <th
      scope="col"
      className={`${cell} py-2.5 font-medium whitespace-nowrap text-ink-3 ${columnClass[column] ?? ''} ${headClass(column)}`}
    >
      {children}
    </th>
  );
}

export function Cell({ column, children }: Props) {
  return (
    <td className={`${cell} wide:py-[0.6875rem] ${columnClass[column] ?? ''} ${bodyClass[column]}`}>
      {children}
    </td>
  );
}
