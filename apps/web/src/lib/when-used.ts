const firstSigns = ['pointerdown', 'keydown', 'dragenter'] as const;

/** Calls `call` once, on the first interaction with the page. Returns a function that cancels the call. */
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
