/** Mark and wordmark in one colour, that of the text around it. The drawing is a file, not code. */
export function Logo({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 146 32" aria-hidden="true" className={className}>
      <use href="/logo.svg#logo" />
    </svg>
  );
}
