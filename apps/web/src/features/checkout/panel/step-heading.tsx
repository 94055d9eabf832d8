import type { ReactNode } from 'react';

type Props = { number: number; title: string; children?: ReactNode };

/** Heading of a numbered step of the checkout. Its children are shown at the end of the line. */
export function StepHeading({ number, title, children }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h3 className="flex items-center gap-2.5 text-body font-(--g-weight-strong)">
        <span
          aria-hidden
          className="grid size-6 place-items-center rounded-full bg-accent-soft text-caption text-accent tabular-nums"
        >
          {number}
        </span>
        {title}
      </h3>
      {children}
    </div>
  );
}
