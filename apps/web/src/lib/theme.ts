import { themeCookie } from '@gossamer/contracts/locales';
import { useSyncExternalStore } from 'react';
import { writePreferenceCookie } from './stored.ts';

export type Theme = 'system' | 'light' | 'dark';

const listeners = new Set<() => void>();

/**
 * Returns the theme that the server wrote into the page. Reading it from the page avoids a flash of the wrong theme.
 */
function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function setTheme(theme: Theme): void {
  const chosen = theme === 'system' ? '' : theme;
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
  writePreferenceCookie(themeCookie, chosen);
  for (const notify of listeners) notify();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    readTheme,
    () => 'system',
  );
}
