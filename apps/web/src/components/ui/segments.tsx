type Props<Value extends string> = {
  labelledBy: string;
  options: readonly { value: Value; label: string }[];
  /** Value of the pressed button. None is pressed if it is not among the options. */
  value: string;
  onChange: (value: Value) => void;
};

/** Row of buttons of which at most one is pressed. Long labels wrap into a second row. */
export function Segments<Value extends string>({ labelledBy, options, value, onChange }: Props<Value>) {
  return (
    <fieldset
      aria-labelledby={labelledBy}
      className="flex flex-wrap gap-0.5 rounded-[10px] bg-sunken p-[3px]"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="segment"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
