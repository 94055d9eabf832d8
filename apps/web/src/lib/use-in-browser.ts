import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * Returns a value that only the browser has, or undefined while the page is prerendered and until it is hydrated.
 * @param read must return the same object in every call
 */
export function useInBrowser<Value>(read: () => Value): Value | undefined {
  return useSyncExternalStore<Value | undefined>(neverChanges, read, () => undefined);
}
