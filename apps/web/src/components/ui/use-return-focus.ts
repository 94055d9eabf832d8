import { useRef } from 'react';

/**
 * Returns event handlers for the content of a dialog, which restore the focus when the dialog closes. Radix restores
 * the focus only to its own triggers. If the opener was removed, its nearest focusable ancestor is focused, such as its
 * row: the server can respond before the dialog has closed. If an element outside the dialog has taken the focus, it
 * keeps the focus.
 */
export function useReturnFocus() {
  const targets = useRef<HTMLElement[]>([]);
  return {
    /** Record the opener, which still has the focus when Radix calls this handler. */
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
