import type { ReactNode } from 'react';

const columnClasses = {
  date: 'whitespace-nowrap text-ink max-md:flex-[1_1_60%]',
  payment: 'max-md:order-2 max-md:flex-[1_1_45%]',
  address: 'max-md:order-2 max-md:flex-[1_0_100%]',
  commissionStatus: 'max-md:order-3',
  payoutStatus: 'max-md:order-2 max-md:flex-[1_0_100%]',
  amount: 'whitespace-nowrap text-ink max-md:order-1',
};

export type MoneyColumn = keyof typeof columnClasses;

type Props = { headings: readonly { column: MoneyColumn; text: string }[]; children: ReactNode };

/**
 * Table of dated amounts. On phones, the headings are visually hidden, and each row shows the date and amount on its
 * first line.
 */
export function MoneyTable({ headings, children }: Props) {
  return (
    <table className="w-full border-collapse text-small tabular-nums">
      <thead className="max-md:sr-only">
        <tr>
          {headings.map(({ column, text }) => (
            <th
              key={column}
              scope="col"
              className={`px-3 py-2.5 text-start align-baseline font-medium text-ink-3 first:ps-5 last:pe-5 last:text-end ${column === 'address' ? 'w-2/5' : ''}`}
            >
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">{children}</tbody>
    </table>
  );
}

export function MoneyRow({ status, children }: { status?: string; children: ReactNode }) {
  return (
    // A long status text wraps to the next line.
    <tr
      data-status={status}
      className="border-t border-line max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-4 max-md:gap-y-1 max-md:px-5 max-md:py-3 max-md:first:border-t-0"
    >
      {children}
    </tr>
  );
}

export function MoneyCell({ column, children }: { column: MoneyColumn; children: ReactNode }) {
  return (
    <td
      className={`align-baseline md:p-3 md:first:ps-5 md:last:pe-5 md:last:text-end ${columnClasses[column]}`}
    >
      {children}
    </td>
  );
}
