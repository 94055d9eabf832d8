import { useId } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';

type Props = {
  label: string;
  text: string;
  /** Where a title says it already. */
  isLabelHidden?: boolean;
};

/** What is to be copied, all of it to be seen, below what it is called. */
export function CodeLine({ label, text, isLabelHidden = false }: Props) {
  const id = useId();
  return (
    <div className="grid w-full gap-1.5">
      <span id={id} className={isLabelHidden ? 'sr-only' : 'text-small font-medium text-ink'}>
        {label}
      </span>
      <div className="code-line">
        <code dir="ltr">{text}</code>
        <CopyButton text={text} labelledBy={id} />
      </div>
    </div>
  );
}
