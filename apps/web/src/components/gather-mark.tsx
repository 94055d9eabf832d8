const threadCount = 40;

/** Curves that start at the inline-start edge and meet at one point. */
const threads = Array.from({ length: threadCount }, (_, index) => {
  const share = index / (threadCount - 1);
  const startY = (share * 1000).toFixed(1);
  const endY = (498.5 + share * 3).toFixed(2);
  return {
    d: `M0 ${startY}C268.8 ${startY} 320 ${endY} 640 500`,
    opacity: (0.08 + (1 - Math.abs(2 * share - 1)) * 0.34).toFixed(3),
  };
});

/**
 * Decorative drawing: threads converge in the brand mark, and one line continues unless `isEnding` is set. Mirrored in
 * RTL languages.
 */
export function GatherMark({ isEnding = false, className = '' }: { isEnding?: boolean; className?: string }) {
  return (
    <span aria-hidden="true" className={`gather-mark ${className}`}>
      <svg
        viewBox="0 0 640 1000"
        preserveAspectRatio="none"
        fill="none"
        stroke="currentColor"
        className="gather"
        role="presentation"
      >
        {threads.map(({ d, opacity }) => (
          <path key={d} d={d} strokeOpacity={opacity} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      <svg
        width="64"
        height="64"
        viewBox="0 0 32 32"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.35"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="relative"
        role="presentation"
      >
        <path d="M24.00 5.76A13 13 0 1 0 29 16A6.4 6.4 0 1 0 16.2 16A6.4 6.4 0 0 0 29 16" />
      </svg>
      {!isEnding && <i />}
    </span>
  );
}
