type Props = { percent: number; label: string };

export function ProgressBar({ percent, label }: Props) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-[3px] overflow-hidden rounded-full bg-thread"
    >
      <div
        className="h-full rounded-full bg-ink-2 transition-[width] duration-(--g-base)"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
