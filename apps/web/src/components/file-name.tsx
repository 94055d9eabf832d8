/** Number of characters at the end of a long file name that are never truncated, including the extension. */
const tailChars = 10;

/** File name on one line. Long names are truncated before their last characters, which often differ within a series. */
export function FileName({ name }: { name: string }) {
  const chars = [...name];
  if (chars.length <= tailChars + 4) return <bdi className="block truncate">{name}</bdi>;
  return (
    <bdi className="flex rtl:[&:dir(ltr)]:justify-end">
      <span className="truncate whitespace-pre">{chars.slice(0, -tailChars).join('')}</span>
      <span className="shrink-0 whitespace-pre">{chars.slice(-tailChars).join('')}</span>
    </bdi>
  );
}
