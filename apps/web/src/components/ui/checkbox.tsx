import type { ReactNode } from 'react';

type Props = { isChecked: boolean; onChange: (isChecked: boolean) => void; children: ReactNode };

export function Checkbox({ isChecked, onChange, children }: Props) {
  return (
    <label className="flex w-fit cursor-pointer items-center gap-2.5 text-small font-medium text-ink">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="checkbox"
      />
      {children}
    </label>
  );
}
