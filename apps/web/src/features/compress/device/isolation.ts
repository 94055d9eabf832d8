import { processOnCookie } from '@gossamer/contracts/locales';
import { writePreferenceCookie } from '../../../lib/stored.ts';
import { type Place, rememberPlace } from './place.ts';

/**
 * Remembers where images are processed. The cookie makes the server isolate the page from other origins, without which
 * browsers do not provide the shared memory that the engine needs.
 */
export function setPlace(place: Place): void {
  rememberPlace(place);
  writePreferenceCookie(processOnCookie, place === 'device' ? place : '');
}

const reloadedKey = 'gossamer.reloadedForDevice';

/**
 * Returns whether this page can process images: `reload` if it has to be loaded again first, `never` if that has been
 * tried without effect, for example because the browser does not support it or the page was not loaded through HTTPS.
 */
export function readiness(): 'ready' | 'reload' | 'never' {
  if (window.crossOriginIsolated) return 'ready';
  return window.isSecureContext && sessionStorage.getItem(reloadedKey) === null ? 'reload' : 'never';
}

/** Loads the page again, so that the server can isolate it. */
export function reloadIsolated(): void {
  sessionStorage.setItem(reloadedKey, '1');
  window.location.reload();
}
