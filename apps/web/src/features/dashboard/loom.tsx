const strokes = 50;

/**
 * Visualizes quota usage as a row of strokes, in which the strokes for used quota are taller. Hidden from screen
 * readers, because the percentage is also shown as text.
 */
export function Loom({ percent }: { percent: number }) {
  // Show at least one used stroke if any quota is used, and at least one unused stroke if any quota remains.
  const used = percent <= 0 ? 0 : Math.min(strokes, Math.max(1, Math.floor((percent / 100) * strokes)));
  return (
    <div aria-hidden className="grid h-8.5 grid-cols-[repeat(50,1fr)] items-end" data-testid="loom">
      {Array.from({ length: strokes }, (_, index) => (
        <i
          key={index}
          data-on={index < used || undefined}
          className="h-5 w-0.5 justify-self-center rounded-[2px] bg-thread data-on:h-8.5 data-on:bg-accent"
        />
      ))}
    </div>
  );
}
