import { useEffect, useEffectEvent } from 'react';

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);

/** Shortcut for saving results: the keys for `aria-keyshortcuts`, and the message key of the tooltip. */
export const saveShortcut = {
  keys: isMac ? 'Meta+S' : 'Control+S',
  text: isMac ? 'actions.shortcutOnMac' : 'actions.shortcut',
} as const;

/** Calls `save` when the user presses Ctrl+S, or ⌘S on a Mac, and prevents the browser from saving the page. */
export function useSaveKeys(save: (() => void) | undefined): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (!event.repeat) save?.();
  });
  useEffect(() => {
    const gone = new AbortController();
    document.addEventListener('keydown', (event) => press(event), { signal: gone.signal });
    return () => gone.abort();
  }, []);
}

function isSaveKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (shiftKey || altKey || !(isMac ? metaKey : ctrlKey)) return false;
  // Keyboard layouts for non-Latin scripts have no key that types S. For these, compare the position of the key.
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === 's' : code === 'KeyS';
}
