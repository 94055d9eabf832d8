import type { ComponentProps } from 'react';

type Props = ComponentProps<'input'> & { label: string; unit: string };

/** A short number with its unit inside the field. */
export function UnitInput({ label, unit, ...rest }: Props) {
  return (
    <div className="relative">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${label} (${unit})`}
        className="input pe-9 tabular-nums"
        {...rest}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-small text-ink-3"
      >
        {unit}
      </span>
    </div>
  );
}
