/** Reserves the space of content that is loading. Visible only if that takes longer than 200 ms. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`skeleton ${className}`} />;
}
