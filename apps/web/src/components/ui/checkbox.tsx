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
        className={hint ? 'checkbox mt-0.5' : 'checkbox'}
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
