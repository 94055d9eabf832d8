/** Navigates to another page. Resolves only if the browser restores this page from its back/forward cache. */
export function leaveTo(path: string): Promise<void> {
  window.location.assign(path);
  return whenRestored();
}

/**
 * Resolves when the browser restores this page from its back/forward cache. Must not be called before the page has
 * loaded.
 */
export function whenRestored(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
  });
}
