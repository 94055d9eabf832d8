import { useEffect, useEffectEvent } from 'react';

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);

/** Attributes of the button that the shortcut presses, with the message key of its tooltip. */
export const saveShortcut = {
  keys: isMac ? 'Meta+S' : 'Control+S',
  text: isMac ? 'actions.shortcutOnMac' : 'actions.shortcut',
} as const;

/** Calls `save` when the user presses Ctrl+S, or ⌘S on a Mac, and keeps the browser from saving the page. */
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
  // Layouts for other scripts have no key for S. Their users press the key in its place.
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === 's' : code === 'KeyS';
}
