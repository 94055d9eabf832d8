type Props = { facts: readonly { label: string; value: string }[] };

/** Description list in four columns, or in two on narrow viewports. */
export function FactsList({ facts }: Props) {
  return (
    <dl className="grid grid-cols-4 border-y border-line-strong max-wide:grid-cols-2">
      {facts.map(({ label, value }) => (
        <div
          key={label}
          className="border-line px-5 pt-5 pb-5.5 wrap-anywhere hyphens-auto max-wide:odd:ps-0 max-wide:even:border-s max-wide:nth-[n+3]:border-t wide:border-s wide:nth-[4n+1]:border-s-0 wide:nth-[4n+1]:ps-0 wide:nth-[n+5]:border-t"
        >
          <dt className="text-small text-ink-3">{label}</dt>
          <dd className="mt-0.75 text-head/[1.4] tracking-(--g-track-head) text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
