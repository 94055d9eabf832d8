const idleTimeoutMs = 2_000;

/** Calls `call` when the browser is idle, or after 2 s at the latest. Returns a function that cancels the call. */
export function whenIdle(call: () => void): () => void {
  // Safari does not support `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(call, { timeout: idleTimeoutMs });
  return () => window.cancelIdleCallback(handle);
}
