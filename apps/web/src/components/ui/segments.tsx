type Props<Value extends string> = {
  labeledBy: string;
  options: readonly { value: Value; label: string }[];
  /** Value of the selected button. If it matches no option, no button is selected. */
  value: string;
  onChange: (value: Value) => void;
};

/**
 * Segmented control: a row of buttons of which at most one is selected. If there are exactly two buttons, they have the
 * same width. Buttons that do not fit wrap into a second row.
 */
export function Segments<Value extends string>({ labeledBy, options, value, onChange }: Props<Value>) {
  return (
    <fieldset aria-labelledby={labeledBy} className="flex flex-wrap gap-0.5 rounded-[10px] bg-sunken p-[3px]">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={`${options.length === 2 ? 'flex-1' : 'flex-auto'} min-h-8 cursor-pointer rounded-[7px] px-[0.4375rem] text-small leading-[1.2] font-medium text-ink-2 hover:text-ink aria-pressed:bg-pressed aria-pressed:text-ink aria-pressed:shadow-pressed max-[23.8125rem]:px-1`}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
