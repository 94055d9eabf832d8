import { useEffect, useState } from 'react';

/**
 * Installs the service worker, which keeps the app's files, so that images can be processed without a network
 * connection. Resolves with whether all files are kept. If that fails, for example for lack of storage, the app still
 * works online.
 */
export async function keepForOffline(): Promise<boolean> {
  if (!window.isSecureContext) return false;
  try {
    const { active, installing, waiting } = await register();
    const pending = installing ?? waiting;
    return Boolean(active) || (pending !== null && (await isActivated(pending)));
  } catch {
    return false;
  }
}

/** Returns the registration of the service worker. Without a network connection, it cannot be installed. */
async function register(): Promise<ServiceWorkerRegistration> {
  if (navigator.onLine) return navigator.serviceWorker.register('/service-worker.js', { type: 'module' });
  const registration = await navigator.serviceWorker.getRegistration('/');
  if (!registration) throw new Error('offline');
  return registration;
}

/** Resolves with whether a new service worker has kept all files. */
function isActivated(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve(worker.state === 'activated');
    });
  });
}

/**
 * Uninstalls the service worker and deletes the files that it kept. The registration of an installed app, which only
 * receives shared images, remains.
 */
export async function dropOffline(): Promise<void> {
  if (!window.isSecureContext) return;
  try {
    const registration = await navigator.serviceWorker.getRegistration('/');
    await registration?.unregister();
    for (const name of await caches.keys()) if (name.startsWith('workbox-')) await caches.delete(name);
  } catch {
    // The browser blocks storage, so it has kept no files.
  }
}

/** Hook that keeps all files while `isWanted`, and returns whether they are kept. */
export function useKeptForOffline(isWanted: boolean): boolean {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    void keepForOffline().then((isDone) => isCurrent && setKept(isDone));
    return () => {
      isCurrent = false;
      setKept(false);
    };
  }, [isWanted]);
  return isKept;
}
