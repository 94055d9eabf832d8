import { useId } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';

type Props = {
  label: string;
  text: string;
  /** Whether to hide the label visually, for example because a heading already has the same text. */
  isLabelHidden?: boolean;
};

/** Shows a labeled line of code in full, with a copy button. */
export function CodeLine({ label, text, isLabelHidden = false }: Props) {
  const id = useId();
  return (
    <div className="grid w-full gap-1.5">
      <span id={id} className={isLabelHidden ? 'sr-only' : 'text-small font-medium text-ink'}>
        {label}
      </span>
      <div className="flex items-center gap-x-3 gap-y-2 rounded-[10px] border border-line bg-surface p-1.5 ps-3 max-md:flex-col max-md:items-stretch max-md:p-2.5">
        <code dir="ltr" className="min-w-0 flex-1 py-0.75 text-[0.8125rem]/[1.55] wrap-anywhere text-ink">
          {text}
        </code>
        <CopyButton text={text} labeledBy={id} className="max-md:self-start" />
      </div>
    </div>
  );
}
