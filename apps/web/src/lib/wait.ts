/** Resolves after `durationMs`. Rejects with the signal's reason if the signal is aborted first. */
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

/**
 * Resolves when the browser is online, or after `timeoutMs`. Rejects with the signal's reason if the signal is aborted
 * first.
 */
export async function waitUntilOnline(timeoutMs: number, signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return;
  const waiting = new AbortController();
  const wake = () => waiting.abort();
  window.addEventListener('online', wake);
  await pause(timeoutMs, AbortSignal.any([waiting.signal, signal])).catch(() => signal.throwIfAborted());
  window.removeEventListener('online', wake);
}
