const idleTimeoutMs = 2_000;

/** Calls when the browser has nothing to do, at the latest after 2 s. Returns the way to call it off. */
export function whenIdle(call: () => void): () => void {
  // Safari has no idle callback yet.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(call, { timeout: idleTimeoutMs });
  return () => window.cancelIdleCallback(handle);
}
