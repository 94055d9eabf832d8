import { CopyButton } from '../../components/copy-button.tsx';

/** Shows a link, which may be truncated, with a button that copies it. `labelledBy` is the id of the label. */
export function CopyLine({ text, labelledBy }: { text: string; labelledBy: string }) {
  return (
    <div className="copy-line">
      <code dir="ltr" title={text}>
        {text}
      </code>
      <CopyButton text={text} labelledBy={labelledBy} />
    </div>
  );
}
