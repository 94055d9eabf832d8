/** Placeholder for content that is loading. It reserves the space immediately and becomes visible after 200 ms. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`block animate-skeleton rounded-control bg-sunken ${className}`} />;
}
