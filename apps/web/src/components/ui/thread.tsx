import type { CSSProperties } from 'react';

type Props = {
  look: 'kept' | 'full' | 'sent' | 'busy' | 'waiting' | 'failed';
  /** Length of the line's solid section in percent. Applies only if `look` is `kept` or `sent`. */
  percent?: number;
  isThick?: boolean;
  className?: string;
};

/**
 * Visualizes a file size as a line: the thin line is the original, the solid section is the compressed result. The
 * exact sizes are displayed next to it.
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
