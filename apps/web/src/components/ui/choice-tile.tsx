import type { ReactNode } from 'react';

type Props = {
  group: string;
  value: string;
  isChecked: boolean;
  onChoose: () => void;
  children: ReactNode;
  className?: string;
};

/** One of a group of radio buttons, drawn as a tile. The browser handles the arrow keys. */
export function ChoiceTile({ group, value, isChecked, onChoose, children, className = '' }: Props) {
  return (
    <label className={`tile ${className}`}>
      <input
        type="radio"
        name={group}
        value={value}
        checked={isChecked}
        onChange={onChoose}
        className="absolute inset-0 z-1 cursor-pointer appearance-none rounded-[inherit]"
      />
      {children}
    </label>
  );
}
