import type { ReactNode } from 'react';
import { ThreadFan } from './thread-fan.tsx';

type Props = { className?: string; testId?: string; children: ReactNode };

/** Dark card that promotes the Pro plan. Use at most one per screen. */
export function ProCard({ className = '', testId, children }: Props) {
  return (
    <section
      data-testid={testId}
      className={`relative isolate overflow-hidden rounded-card border border-transparent bg-deep text-on-deep-2 [&_:is(h2,b)]:text-on-deep ${className}`}
    >
      <ThreadFan
        className="inset-0 size-full [mask-image:linear-gradient(to_right,#000_20%,transparent_72%)]"
        width={370}
        height={170}
        count={22}
        meetX={352}
        meetY={51}
      />
      {children}
    </section>
  );
}
