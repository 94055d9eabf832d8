import { useSyncExternalStore } from 'react';
import { stored } from '../../../lib/stored.ts';

const storageKey = 'gossamer.autoStart';

const listeners = new Set<() => void>();
/** The choice, kept in memory because browsers may block storage. */
let chosen: boolean | undefined;

function read(): boolean | undefined {
  if (chosen !== undefined) return chosen;
  const value = stored.read(storageKey);
  return value === 'on' || value === 'off' ? value === 'on' : undefined;
}

/** Sets whether images are compressed as soon as they are added. */
export function setAutoStart(isOn: boolean): void {
  chosen = isOn;
  stored.write(storageKey, isOn ? 'on' : 'off');
  for (const notify of listeners) notify();
}

/** Turns automatic compression on after the first compression, unless the user has turned it off. */
export function suggestAutoStart(): void {
  if (read() === undefined) setAutoStart(true);
}

/**
 * Returns whether images are compressed as soon as they are added, or undefined if the user has not compressed an image
 * in this browser yet.
 */
export function useAutoStart(): boolean | undefined {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    read,
    () => undefined,
  );
}
