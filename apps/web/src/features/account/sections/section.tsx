import { type ReactNode, useId } from 'react';

/** A part of the account page: what it is about, beside what one does there. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="account-section">
      <div>
        <h2 id={id} className="text-head font-[540] tracking-(--g-track-head)">
          {title}
        </h2>
        <p className="mt-0.5 text-small">{text}</p>
      </div>
      <div className="grid max-w-120 min-w-0 content-start justify-items-start gap-4">{children}</div>
    </section>
  );
}
