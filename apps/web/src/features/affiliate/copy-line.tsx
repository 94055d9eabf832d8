import { CopyButton } from './copy-button.tsx';

/** A link with the button that copies it; cut at its end where there is no room. */
export function CopyLine({ text }: { text: string }) {
  return (
    <div className="copy-line">
      <code dir="ltr" title={text}>
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  );
}
