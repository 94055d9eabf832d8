import { CopyButton } from '../../components/copy-button.tsx';

/** A link with the button that copies it; cut at its end where there is no room. `labelledBy`: the id of what names it. */
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
