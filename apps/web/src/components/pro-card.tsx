import type { ReactNode } from 'react';
import { ThreadFan } from './thread-fan.tsx';

/** Dark card for Pro with a small motif, at most one per screen. */
export function ProCard({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <section className={`pro-card ${className}`}>
      <ThreadFan className="pro-fan" width={370} height={170} count={22} meetX={352} meetY={51} />
      {children}
    </section>
  );
}
