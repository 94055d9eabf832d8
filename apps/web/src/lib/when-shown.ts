/** Calls at once, or when the page is shown that the browser has rendered ahead of a visit. */
export function whenShown(call: () => void): void {
  // Not every browser renders ahead.
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', call, { once: true });
  } else call();
}
