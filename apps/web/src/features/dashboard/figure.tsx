/** The number of a text such as "2.1 GB" or "71%", with what the language puts between its digits. */
const number = /\p{Nd}(?:[\p{Nd}.,\u00a0\u202f’]*\p{Nd})?/u;

/** A measure with its number large and its unit small, in whichever order the language has them. */
export function Figure({ text, className = '' }: { text: string; className?: string }) {
  const match = number.exec(text);
  if (!match) return <span className={`figure ${className}`}>{text}</span>;
  const end = match.index + match[0].length;
  return (
    <span className={`figure ${className}`}>
      {match.index > 0 && <small>{text.slice(0, match.index)}</small>}
      {match[0]}
      {end < text.length && <small>{text.slice(end)}</small>}
    </span>
  );
}
