import { useRef } from 'react';

/**
 * Returns event handlers for the content of a dialog that restore the focus when the dialog closes. Radix restores the
 * focus only to its own triggers. If the element that opened the dialog has been removed, for example because the
 * server responded before the dialog closed, its nearest focusable ancestor receives the focus. If an element outside
 * the dialog already has the focus, the focus does not move.
 */
export function useReturnFocus() {
  const targets = useRef<HTMLElement[]>([]);
  return {
    /** Store the focused element, which opened the dialog. Radix calls this handler before it moves the focus. */
    onOpenAutoFocus: () => {
      const opener = document.activeElement;
      const holder = opener?.parentElement?.closest('[tabindex]');
      targets.current = [opener, holder].filter((each) => each instanceof HTMLElement);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isTaken = document.activeElement !== null && document.activeElement !== document.body;
      if (!isTaken) targets.current.find((each) => each.isConnected)?.focus({ preventScroll: true });
    },
  };
}
