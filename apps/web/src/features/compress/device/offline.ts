import { useEffect, useState } from 'react';

/**
 * Installs the service worker, which keeps the app's files, so that images can be processed without a network
 * connection. If that fails, for example for lack of storage, the app still works online.
 */
export function keepForOffline(): void {
  if (!window.isSecureContext || !navigator.onLine) return;
  void navigator.serviceWorker.register('/service-worker.js', { type: 'module' }).catch(() => undefined);
}

/**
 * Uninstalls the service worker and deletes the files that it kept. The registration of an installed app, which only
 * receives shared images, remains.
 */
export async function dropOffline(): Promise<void> {
  if (!window.isSecureContext) return;
  const registration = await navigator.serviceWorker.getRegistration('/');
  await registration?.unregister();
  for (const name of await caches.keys()) if (name.startsWith('workbox-')) await caches.delete(name);
}

/** Hook that returns whether a service worker has kept all files. */
export function useIsKeptForOffline(): boolean {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (window.isSecureContext) void navigator.serviceWorker.ready.then(() => setKept(true));
  }, []);
  return isKept;
}
