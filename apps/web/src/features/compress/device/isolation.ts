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
