import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * Returns a value that is available only in the browser, or undefined during prerendering and hydration.
 * @param read must return the same object in every call
 */
export function useInBrowser<Value>(read: () => Value): Value | undefined {
  return useSyncExternalStore<Value | undefined>(neverChanges, read, () => undefined);
}
