/**
 * Returns a function that imports a module and retries a failed import from a different URL, because browsers cache
 * failed imports until the user leaves the page (HTML specification, "module map"). In Safari, the error message
 * contains no URL, so the same URL is imported again. Nested imports keep their URLs and cannot be retried. Therefore,
 * while the browser is offline and no service worker has kept the files, the function rejects without importing a
 * module that is not loaded yet.
 */
export function retryableImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Module | undefined;
  let failedUrl: string | undefined;
  let failures = 0;
  return async () => {
    if (loaded) return loaded;
    if (!navigator.onLine && !navigator.serviceWorker?.controller) throw new TypeError('offline');
    try {
      loaded = failedUrl
        ? ((await import(/* @vite-ignore */ `${failedUrl}?retry=${failures}`)) as Module)
        : await load();
      return loaded;
    } catch (error) {
      failures += 1;
      failedUrl ??= /https?:\/\/\S+?\.js/.exec(String(error))?.[0];
      throw error;
    }
  };
}
