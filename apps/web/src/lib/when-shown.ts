/** Calls `call` immediately or, if the browser is prerendering the page, once the page is shown. */
export function whenShown(call: () => void): void {
  // Check that the property exists, because some browsers do not support prerendering.
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', call, { once: true });
  } else call();
}
