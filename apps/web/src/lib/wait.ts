/** Resolves after the time; rejects with the signal's reason when it is aborted before. */
export function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** At once when the browser is online, else when it says so, and at the latest after the time. */
export async function waitUntilOnline(timeoutMs: number, signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return;
  const waiting = new AbortController();
  const wake = () => waiting.abort();
  window.addEventListener('online', wake);
  await pause(timeoutMs, AbortSignal.any([waiting.signal, signal])).catch(() => signal.throwIfAborted());
  window.removeEventListener('online', wake);
}
