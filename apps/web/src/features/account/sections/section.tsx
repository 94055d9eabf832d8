import { type ReactNode, useId } from 'react';

type Props = {
  title: string;
  text: string;
  /** For lists: as wide as there is room, where forms keep to a width that is read at a glance. */
  isWide?: boolean;
  children: ReactNode;
};

/** A part of the account page: what it is about, beside what one does there. */
export function Section({ title, text, isWide = false, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="account-section">
      <div>
        <h2 id={id} className="card-title">
          {title}
        </h2>
        <p className="mt-0.5 text-small">{text}</p>
      </div>
      <div
        className={`grid min-w-0 content-start justify-items-start gap-4 ${isWide ? 'grid-cols-[minmax(0,1fr)]' : 'max-w-120'}`}
      >
        {children}
      </div>
    </section>
  );
}
