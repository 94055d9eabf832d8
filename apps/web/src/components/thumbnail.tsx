import { FileImage, type LucideIcon } from 'lucide-react';
import { useState } from 'react';

type Props = { sources: readonly (string | undefined)[]; icon?: LucideIcon; className?: string };

/** Shows the first image that can be loaded, or an icon if all fail. */
export function Thumbnail({ sources, icon: Icon = FileImage, className = '' }: Props) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const source = sources.find((each) => each !== undefined && !broken.includes(each));
  return (
    <span
      className={`grid size-12 place-items-center overflow-hidden rounded-control bg-sunken text-ink-3 shadow-[inset_0_0_0_1px_var(--g-line)] ${className}`}
      data-testid="thumbnail"
    >
      {source ? (
        <img
          src={source}
          alt=""
          decoding="async"
          loading="lazy"
          className="size-full object-cover"
          onError={() => setBroken((last) => [...last, source])}
        />
      ) : (
        <Icon aria-hidden size={22} />
      )}
    </span>
  );
}
