import { useRef } from 'react';

/**
 * Leads the focus back to what had it before a dialog opened, which Radix does only for triggers of its own; for the
 * dialog's content. What has gone meanwhile is left alone.
 */
export function useReturnFocus() {
  const opener = useRef<Element>(null);
  return {
    /** Called while the opener still has the focus. */
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
