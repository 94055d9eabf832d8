/** Matches the number in a text such as "2.1 GB" or "71%", including the locale's separators. */
const number = /\p{Nd}(?:[\p{Nd}.,\u00a0\u202f’]*\p{Nd})?/u;

/** Shows a value with the number in large type and the unit in small type, in the order of the current language. */
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
