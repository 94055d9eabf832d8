import type { ReactNode } from 'react';

type Props = { figures: readonly { label: string; value: ReactNode }[]; testId: string };

/** Shows four statistics in a row, or in two rows on phones. */
export function FiguresStrip({ figures, testId }: Props) {
  return (
    <dl className="card grid grid-cols-4 max-md:grid-cols-2" data-testid={testId}>
      {figures.map(({ label, value }) => (
        <div
          key={label}
          className="grid content-between gap-0.5 border-line px-5.5 pt-4.5 pb-5 max-md:px-4 max-md:pt-3.5 max-md:pb-4 max-md:even:border-s max-md:nth-[n+3]:border-t md:not-first:border-s"
        >
          <dt className="text-small text-ink-3">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
