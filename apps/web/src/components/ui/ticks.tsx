import { Check } from 'lucide-react';

/** Row of short claims, each with a check mark. */
export function Ticks({ labels, className = '' }: { labels: readonly string[]; className?: string }) {
  return (
    <ul className={`flex flex-wrap gap-x-6 gap-y-2 text-small ${className}`}>
      {labels.map((label) => (
        <li key={label} className="flex gap-[0.4375rem]">
          <Check aria-hidden size={16} className="h-lh shrink-0 text-accent" />
          {label}
        </li>
      ))}
    </ul>
  );
}
