import { type ComponentProps, useId } from 'react';

type Props = ComponentProps<'input'> & { label: string; unit: string };

/** Input for a short number, with a label above and the unit inside the field. The placeholder is an example value. */
export function UnitInput({ label, unit, ...rest }: Props) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="caption">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`${label} (${unit})`}
          className="input pe-9 font-medium tabular-nums placeholder:font-normal placeholder:italic"
          {...rest}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-small text-ink-3"
        >
          {unit}
        </span>
      </div>
    </div>
  );
}
