import { useEffect, useRef } from 'react';
import { fitFileName } from './file-name-fit.ts';

/** Number of characters at the end of a long file name that are never truncated, including the extension. */
const tailChars = 10;

/** File name on one line. Long names are truncated before their last characters, which often differ within a series. */
export function FileName({ name }: { name: string }) {
  const chars = [...name];
  if (chars.length <= tailChars + 4) return <bdi className="block truncate">{name}</bdi>;
  const tail = chars.slice(-tailChars).join('').trimStart();
  return <LongName key={name} head={name.slice(0, name.length - tail.length)} tail={tail} />;
}

function LongName({ head, tail }: { head: string; tail: string }) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => (line.current ? fitFileName(line.current) : undefined), []);
  return (
    <bdi ref={line} className="flex rtl:[&:dir(ltr)]:justify-end">
      <span className="truncate whitespace-pre">{head}</span>
      <span className="shrink-0 whitespace-pre">{tail}</span>
    </bdi>
  );
}
