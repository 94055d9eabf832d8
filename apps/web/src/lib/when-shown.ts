/** Calls `call` at once or, if the browser is prerendering the page, when the page is shown. */
export function whenShown(call: () => void): void {
  // Not every browser supports prerendering.
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', call, { once: true });
  } else call();
}
