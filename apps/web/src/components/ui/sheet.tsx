import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { buttonStyle } from './button.tsx';

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  closeLabel: string;
  doneLabel: string;
  /** Called before the sheet closes if the user presses the button at the bottom (`doneLabel`). */
  onDone?: () => void;
  children: ReactNode;
};

/** Dialog with a panel at the bottom of the screen on phones, and at the inline-end edge of the screen elsewhere. */
export function Sheet({ isOpen, onOpenChange, title, closeLabel, doneLabel, onDone, children }: Props) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-40 grid max-h-[88dvh] animate-rise grid-rows-[auto_minmax(0,1fr)_auto] rounded-t-panel bg-surface shadow-pop md:start-auto md:top-0 md:max-h-none md:w-108 md:rounded-none"
        >
          <div className="flex items-center justify-between gap-3 border-b border-line py-2 ps-5 pe-3">
            <Dialog.Title className="min-w-0 truncate text-head font-strong text-ink" title={title}>
              {title}
            </Dialog.Title>
            <Dialog.Close aria-label={closeLabel} className={buttonStyle({ variant: 'quiet', size: 'icon' })}>
              <X aria-hidden size={18} />
            </Dialog.Close>
          </div>
          <div className="overflow-y-auto overscroll-contain">{children}</div>
          <div className="border-t border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            <Dialog.Close
              className={buttonStyle({ variant: 'primary', className: 'w-full' })}
              onClick={onDone}
            >
              {doneLabel}
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
