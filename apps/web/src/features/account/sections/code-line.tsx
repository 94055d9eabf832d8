import { useId } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';

type Props = {
  label: string;
  text: string;
  /** Whether to hide the label visually, because a heading already names the text. */
  isLabelHidden?: boolean;
};

/** Shows a labelled text in full, with a button that copies it. */
export function CodeLine({ label, text, isLabelHidden = false }: Props) {
  const id = useId();
  return (
    <div className="grid w-full gap-1.5">
      <span id={id} className={isLabelHidden ? 'sr-only' : 'text-small font-medium text-ink'}>
        {label}
      </span>
      <div className="code-line">
        <code dir="ltr">{text}</code>
        <CopyButton text={text} labelledBy={id} className="max-md:self-start" />
      </div>
    </div>
  );
}
