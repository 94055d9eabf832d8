/** Keeps the place of what is still on its way; shows itself only when that takes longer than 200 ms. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`skeleton ${className}`} />;
}
