import { processOnCookie } from '@gossamer/contracts/locales';
import { writePreferenceCookie } from '../../../lib/stored.ts';
import { type Backend, rememberBackend } from './backend.ts';
import { dropOffline, keepForOffline } from './offline.ts';

/**
 * Stores where images are processed. For processing on the device, also keeps the app's files for offline use, and sets
 * a cookie that makes the server isolate pages from other origins. Only isolated pages have access to the shared memory
 * that the engine needs.
 */
export function setBackend(backend: Backend): void {
  rememberBackend(backend);
  writePreferenceCookie(processOnCookie, backend === 'device' ? backend : '');
  if (backend === 'device') void keepForOffline();
  else void dropOffline();
}

const reloadedKey = 'gossamer.reloadedForDevice';

/**
 * Returns whether this page can process images. `reload`: the page must be reloaded first. `never`: the browser is not
 * supported, or a reload has had no effect, for example because the page was not loaded over HTTPS.
 */
export function readiness(): 'ready' | 'reload' | 'never' {
  if (window.crossOriginIsolated) return 'ready';
  return window.isSecureContext && sessionStorage.getItem(reloadedKey) === null ? 'reload' : 'never';
}

/** Reloads the page, so that the server can isolate it from other origins. */
export function reloadIsolated(): void {
  sessionStorage.setItem(reloadedKey, '1');
  window.location.reload();
}
