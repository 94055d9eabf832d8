import type { CSSProperties } from 'react';

type Props = {
  look: 'kept' | 'full' | 'sent' | 'busy' | 'waiting' | 'failed';
  /** How much of the line is solid, for `kept` and `sent`. */
  percent?: number;
  isThick?: boolean;
  className?: string;
};

/** Weight as a line: the hairline is what was, the solid part what is left. The number stands beside it. */
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
