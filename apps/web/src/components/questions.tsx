import { SectionHead } from './section-head.tsx';

type Props = { title: string; entries: readonly { title: string; text: string }[] };

/** Page section with questions and their answers. */
export function Questions({ title, entries }: Props) {
  return (
    <section aria-labelledby="questions" className="page pt-(--g-section)">
      <SectionHead id="questions" title={title} />
      <dl className="grid gap-x-8 md:grid-cols-2">
        {entries.map((entry) => (
          <div
            key={entry.title}
            className="border-t border-line pt-4.5 pb-6 first:border-line-strong md:nth-[-n+2]:border-line-strong"
          >
            <dt className="font-(--g-weight-strong) text-ink">{entry.title}</dt>
            <dd className="mt-1 text-small">{entry.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
