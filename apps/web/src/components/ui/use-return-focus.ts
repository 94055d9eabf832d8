import { useRef } from 'react';

/**
 * Returns the focus to the element that had it before a dialog opened, which Radix does only for its own triggers.
 * Spread the result over the dialog's content. If the opener has been removed meanwhile (the server can answer before
 * the dialog has closed), the focus goes to the nearest ancestor of it that can hold the focus, such as its row. If
 * something outside the dialog has taken the focus, it keeps it.
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
