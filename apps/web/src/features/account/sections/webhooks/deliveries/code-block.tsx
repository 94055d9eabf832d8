import { useId } from 'react';
import { CopyButton } from '../../../../../components/copy-button.tsx';

/** Code block with a title and its own scroll bars. */
export function CodeBlock({ title, text }: { title: string; text: string }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <h4 id={id} className="text-small font-medium text-ink">
          {title}
        </h4>
        <CopyButton text={text} labeledBy={id} />
      </div>
      <section
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        dir="ltr"
        className="max-h-80 overflow-auto rounded-control bg-sunken px-3.5 py-3"
      >
        <pre className="w-max text-[0.75rem]/[1.6] text-ink">{text}</pre>
      </section>
    </div>
  );
}
