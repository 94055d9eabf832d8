import { useSyncExternalStore } from 'react';
import { consentKey, stored } from './stored.ts';

export type Consent = 'accepted' | 'declined';

const listeners = new Set<() => void>();
/** The user's consent, kept in memory because browsers may block storage. */
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

/** Shows the consent question again. Until the user answers, consent counts as not given. */
export function askConsentAgain(): void {
  isAskedAgain = true;
  for (const notify of listeners) notify();
}

/**
 * Returns the user's consent. It is undefined before hydration, so that the page neither asks for consent nor loads
 * ads.
 */
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
