import { type ReactNode, useId } from 'react';

type Props = { title: string; entries: readonly { title: string; text: string }[] };

/** Page section labeled by its heading. */
export function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="page pt-(--g-section)">
      <h2 id={id} className="mb-[clamp(1.75rem,1.2rem+1.6vw,2.75rem)]">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Page section with four short texts in columns. */
export function Four({ title, entries }: Props) {
  return (
    <Block title={title}>
      <ul className="grid gap-x-8 gap-y-5 md:grid-cols-2 md:gap-y-8 wide:grid-cols-4">
        {entries.map((entry) => (
          <li key={entry.title} className="border-t border-line-strong pt-4.5">
            <h3>{entry.title}</h3>
            <p className="mt-1 text-small">{entry.text}</p>
          </li>
        ))}
      </ul>
    </Block>
  );
}
