import type { ReactNode } from 'react';

type Props = {
  group: string;
  value: string;
  isChecked: boolean;
  onChoose: () => void;
  /** Whether the tile contains an image with a caption instead of text. Such a tile has no border. */
  isImage?: boolean;
  children: ReactNode;
  className?: string;
};

const shared =
  'group relative cursor-pointer rounded-control text-center text-ink-2 hover:text-ink has-checked:text-ink';
const looks = {
  box: 'flex min-h-9.5 items-center justify-center gap-2 border border-line bg-surface px-2.5 py-1.5 text-small font-medium hover:border-line-strong has-checked:border-accent has-checked:inset-ring has-checked:inset-ring-accent',
  image: 'grid grid-cols-1 gap-1.5 text-caption has-checked:font-medium *:focus-visible:outline-offset-6',
};

/** Radio button styled as a tile. The browser handles the arrow keys within the group. */
export function ChoiceTile({ group, value, isChecked, onChoose, isImage, children, className = '' }: Props) {
  return (
    <label className={`${shared} ${looks[isImage ? 'image' : 'box']} ${className}`}>
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
