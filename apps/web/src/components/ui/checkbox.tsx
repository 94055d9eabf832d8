import { type ReactNode, type Ref, useId } from 'react';

type Props = {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  ref?: Ref<HTMLInputElement>;
  /** Explanation shown below the label. */
  hint?: string;
  children: ReactNode;
};

export function Checkbox({ isChecked, onChange, hint, children, ref }: Props) {
  const hintId = useId();
  const label = (
    <label
      className={`flex w-fit cursor-pointer gap-2.5 text-small font-medium text-ink ${hint ? 'items-start' : 'items-center'}`}
    >
      <input
        type="checkbox"
        checked={isChecked}
        ref={ref}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint && hintId}
        className={`grid size-4.5 flex-none cursor-pointer appearance-none place-items-center rounded-[5px] border border-line-strong bg-surface after:-mt-[0.12rem] after:h-[0.32rem] after:w-[0.6rem] after:-rotate-45 after:border-b-[1.75px] after:border-l-[1.75px] after:border-on-accent checked:border-accent checked:bg-accent not-checked:after:hidden ${hint ? 'mt-0.5' : ''}`}
      />
      {children}
    </label>
  );
  if (hint === undefined) return label;
  return (
    <div className="grid gap-0.5">
      {label}
      <p id={hintId} className="caption ps-7">
        {hint}
      </p>
    </div>
  );
}
