import type { CSSProperties } from 'react';

type Props = {
  look: 'kept' | 'full' | 'sent' | 'busy' | 'waiting' | 'failed';
  /** Length of the solid part in percent, for the looks `kept` and `sent`. */
  percent?: number;
  isThick?: boolean;
  className?: string;
};

/**
 * Shows a file size as a line: the thin line is the original and the solid part the result. The numbers are shown
 * beside it.
 */
export function Thread({ look, percent = 100, isThick = false, className = '' }: Props) {
  return (
    <span
      aria-hidden
      className={`thread ${className}`}
      data-look={look}
      data-thick={isThick || undefined}
      style={{ '--kept': `${percent}%` } as CSSProperties}
    />
  );
}
