const firstSigns = ['pointerdown', 'keydown', 'dragenter'] as const;

/** Calls once, when somebody begins to use the page. Returns the way to call it off. */
export function whenUsed(call: () => void): () => void {
  const stop = new AbortController();
  for (const sign of firstSigns) {
    window.addEventListener(
      sign,
      () => {
        stop.abort();
        call();
      },
      { signal: stop.signal, passive: true },
    );
  }
  return () => stop.abort();
}
