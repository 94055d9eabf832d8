import { useSyncExternalStore } from 'react';
import { consentKey, stored } from './stored.ts';

export type Consent = 'accepted' | 'declined';

const listeners = new Set<() => void>();
/** The consent answer, kept in memory for browsers that block the storage. */
let chosen: Consent | undefined;
let isAskedAgain = false;

function read(): Consent | 'unknown' {
  if (isAskedAgain) return 'unknown';
  const value = chosen ?? stored.read(consentKey);
  return value === 'accepted' || value === 'declined' ? value : 'unknown';
}

export function giveConsent(consent: Consent): void {
  chosen = consent;
  isAskedAgain = false;
  stored.write(consentKey, consent);
  for (const notify of listeners) notify();
}

/** Shows the consent question again. Until it is answered, there is no consent. */
export function askConsentAgain(): void {
  isAskedAgain = true;
  for (const notify of listeners) notify();
}

/** Returns the consent. It is undefined before hydration, so that nothing is asked or loaded yet. */
export function useConsent(): Consent | 'unknown' | undefined {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    read,
    () => undefined,
  );
}
