/** Logo in the color of the surrounding text. The drawing is a separate file, so that it is not part of the code. */
export function Logo({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 146 32" aria-hidden="true" className={className}>
      <use href="/logo.svg#logo" />
    </svg>
  );
}
