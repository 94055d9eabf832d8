const strokes = 50;

/** An allowance as strokes, those used up taller. The number stands beside it. */
export function Loom({ percent }: { percent: number }) {
  // One used shows, and one left shows.
  const used = percent <= 0 ? 0 : Math.min(strokes, Math.max(1, Math.floor((percent / 100) * strokes)));
  return (
    <div aria-hidden className="loom">
      {Array.from({ length: strokes }, (_, index) => (
        <i key={index} data-on={index < used || undefined} />
      ))}
    </div>
  );
}
