import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

/** Class names of a menu item. */
export const menuItem =
  'flex min-h-8.5 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-ink -outline-offset-2 data-highlighted:bg-hover data-[state=checked]:bg-accent-soft data-[state=checked]:font-medium data-[state=checked]:text-accent pointer-coarse:min-h-11';

type Props = {
  /** Button that opened the menu. It remains mounted while the menu's code is loading. */
  anchor: HTMLElement;
  label: string;
  dir: 'ltr' | 'rtl';
  onClose: () => void;
  children: ReactNode;
};

/** Open menu, positioned below its button. Closing the menu returns the focus to the button. */
export function AnchoredMenu({ anchor, label, dir, onClose, children }: Props) {
  const { left, top, width, height } = anchor.getBoundingClientRect();
  return (
    <DropdownMenu.Root open dir={dir} modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* Invisible element that covers the button. Radix uses it to position the menu. */}
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
      </DropdownMenu.Trigger>
      {/* The menu is rendered inside `main`, because all content must be inside a landmark. */}
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          aria-label={label}
          aria-labelledby={undefined}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-42 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-rise overflow-y-auto rounded-card bg-raised p-[5px] text-small shadow-pop"
          onInteractOutside={(event) => anchor.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.focus();
          }}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
