declare global {
  interface Window {
    /** Files that the user opened with the installed app (File Handling API). Only in Chrome and Edge on desktops. */
    launchQueue?: {
      setConsumer(consume: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
    };
  }
}

/** Cache in which the service worker keeps shared images (service-worker.ts). */
const sharedImages = 'shared-images';

/**
 * Connects the page with the installed app: passes files to `onFiles` that the user opens with the app or shares with it,
 * and registers the service worker that receives shared images. Until it is registered, the gateway answers at /share.
 */
export async function connectInstalledApp(onFiles: (files: File[]) => void): Promise<void> {
  window.launchQueue?.setConsumer(async ({ files }) =>
    onFiles(await Promise.all(files.map((handle) => handle.getFile()))),
  );
  if (!window.isSecureContext) return;
  const options = { type: 'module', scope: '/share' } as const;
  void navigator.serviceWorker.register('/service-worker.js', options).catch(() => undefined);
  const files = await takeSharedFiles();
  if (files.length > 0) onFiles(files);
}

/** Returns the images that the user has shared since the last call, and deletes the copies. */
async function takeSharedFiles(): Promise<File[]> {
  const cache = await caches.open(sharedImages);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    await cache.delete(request);
    const name = decodeURIComponent(request.url.replace(/.*\//, ''));
    if (kept)
      files.push(new File([await kept.blob()], name, { type: kept.headers.get('content-type') ?? '' }));
  }
  return files;
}
