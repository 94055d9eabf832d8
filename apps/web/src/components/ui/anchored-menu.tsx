import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

type Props = {
  /** The button, which stays the same element while the menu is fetched. */
  anchor: HTMLElement;
  label: string;
  dir: 'ltr' | 'rtl';
  onClose: () => void;
  children: ReactNode;
};

/** An open menu below its button, to which the focus returns. */
export function AnchoredMenu({ anchor, label, dir, onClose, children }: Props) {
  const { left, top, width, height } = anchor.getBoundingClientRect();
  return (
    <DropdownMenu.Root open dir={dir} modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* Stands where the button stands: only to be measured. */}
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
      </DropdownMenu.Trigger>
      {/* Within the page's main part, as all that it shows. */}
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          aria-label={label}
          aria-labelledby={undefined}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="menu"
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
