import type { CSSProperties } from 'react';

type Props = {
  look: 'kept' | 'full' | 'sent' | 'busy' | 'waiting' | 'failed';
  /** Percentage of the line that is solid, for `kept` and `sent`. */
  percent?: number;
  isThick?: boolean;
  className?: string;
};

/** File size as a line: the hairline is the original, the solid part what is left. The number is shown beside it. */
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
