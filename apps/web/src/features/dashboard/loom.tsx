const strokes = 50;

/** Shows a quota as strokes, of which the used ones are taller. Hidden from screen readers, which read the number. */
export function Loom({ percent }: { percent: number }) {
  // At least one used stroke is shown if anything is used, and an unused one if anything is left.
  const used = percent <= 0 ? 0 : Math.min(strokes, Math.max(1, Math.floor((percent / 100) * strokes)));
  return (
    <div aria-hidden className="loom">
      {Array.from({ length: strokes }, (_, index) => (
        <i key={index} data-on={index < used || undefined} />
      ))}
    </div>
  );
}
