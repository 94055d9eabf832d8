/**
 * Returns a function that imports a module and, after a failure, imports it from another URL, because browsers cache a
 * failed import until the page is left (HTML specification, "module map"). Safari's error message contains no URL, so
 * the same import is repeated there. Modules that the imported module imports keep their URLs and cannot be repeated.
 * For this reason, the function rejects without an import while the browser is offline and the module is not loaded.
 */
export function retryableImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Module | undefined;
  let failedUrl: string | undefined;
  let failures = 0;
  return async () => {
    if (loaded) return loaded;
    if (!navigator.onLine) throw new TypeError('Not imported, because the browser is offline.');
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
