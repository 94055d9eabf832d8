import { CopyButton } from '../../components/copy-button.tsx';

/** Shows a link, truncated if necessary, with a copy button. `labeledBy` is the id of the label element. */
export function CopyLine({ text, labeledBy }: { text: string; labeledBy: string }) {
  return (
    <div className="flex max-w-full min-w-0 items-center gap-2 rounded-[10px] border border-line bg-surface p-1.25 ps-3.5 max-md:w-full">
      <code dir="ltr" title={text} className="min-w-0 flex-1 truncate text-[0.875rem]/[normal] text-ink">
        {text}
      </code>
      <CopyButton text={text} labeledBy={labeledBy} />
    </div>
  );
}
