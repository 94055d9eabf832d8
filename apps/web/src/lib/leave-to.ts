/** Loads another page whole. Resolves only when one comes back to this one, as it was left, by the browser's button. */
export function leaveTo(path: string): Promise<void> {
  window.location.assign(path);
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
  });
}
