import { useSyncExternalStore } from 'react';
import { stored } from './stored.ts';

/** A string that is stored in this browser. */
export type StoredText = {
  /** Returns the string, or undefined if none is stored. */
  read: () => string | undefined;
  write: (text: string) => void;
  /** Hook that returns the string, or undefined during hydration or if none is stored. */
  use: () => string | undefined;
};

/**
 * Returns functions that read and write the string under a storage key. The string is also kept in memory, because
 * browsers may block storage.
 */
export function storedText(key: string): StoredText {
  const listeners = new Set<() => void>();
  let latest: string | undefined;
  const read = () => latest ?? stored.read(key) ?? undefined;
  const subscribe = (notify: () => void) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  };
  return {
    read,
    write(text) {
      latest = text;
      stored.write(key, text);
      for (const notify of listeners) notify();
    },
    use: () => useSyncExternalStore(subscribe, read, () => undefined),
  };
}
