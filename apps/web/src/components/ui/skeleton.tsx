/** Reserves the space of content that is being loaded. Becomes visible after 200 ms. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`block animate-skeleton rounded-control bg-sunken ${className}`} />;
}
