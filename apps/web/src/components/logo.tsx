/** Logo in the current text color. The drawing is a separate file to keep it out of the JavaScript bundle. */
export function Logo({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 146 32" aria-hidden="true" className={className}>
      <use href="/logo.svg#logo" />
    </svg>
  );
}
