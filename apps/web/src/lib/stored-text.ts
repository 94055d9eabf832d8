import { useSyncExternalStore } from 'react';
import { stored } from './stored.ts';

/** A text that is remembered on this device. */
export type StoredText = {
  /** Returns the text, or undefined if none is stored. */
  read: () => string | undefined;
  write: (text: string) => void;
  /** Hook that returns the text. It is undefined while a prerendered page is hydrated. */
  use: () => string | undefined;
};

/** Returns a text under a storage key. It is also kept in memory, because browsers may block storage. */
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
