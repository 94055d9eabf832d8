import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  isOpen: boolean;
  onToggle: () => void;
  /** Id of the section that the button shows and hides. */
  controls: string;
  /** Called when the pointer or the focus reaches the button. */
  onReach?: () => void;
  className?: string;
  children: ReactNode;
};

/** Button that shows and hides a section of the settings panel. */
export function FoldButton({ isOpen, onToggle, controls, onReach, className = '', children }: Props) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
      onPointerEnter={onReach}
      onFocus={onReach}
      className={`flex min-h-9 w-full cursor-pointer items-center gap-3 rounded-sm text-small font-medium text-ink ${className}`}
    >
      {children}
      <ChevronDown
        aria-hidden
        size={18}
        className={`ms-auto transition-transform duration-(--g-base) ${isOpen ? 'rotate-180' : ''}`}
      />
    </button>
  );
}
