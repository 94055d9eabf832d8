import { useRef } from 'react';

/**
 * Returns the focus to the element that had it before a dialog opened, which Radix does only for its own triggers.
 * Spread the result over the dialog's content. If the opener has been removed meanwhile (the server can respond before
 * the dialog has closed), its nearest focusable ancestor gets the focus, such as its row. An element outside the dialog
 * that has taken the focus keeps it.
 */
export function useReturnFocus() {
  const targets = useRef<HTMLElement[]>([]);
  return {
    /** Called while the opener still has the focus. */
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
