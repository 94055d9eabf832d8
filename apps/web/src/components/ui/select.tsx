import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** Native `<select>` with an arrow that matches the other form controls. */
export function Select({ className = '', ...select }: ComponentProps<'select'>) {
  return (
    <span className={`relative ${className}`}>
      <select className="input appearance-none pe-10" {...select} />
      <ChevronDown
        aria-hidden
        size={17}
        className="pointer-events-none absolute inset-y-0 end-3 my-auto text-ink-3"
      />
    </span>
  );
}
