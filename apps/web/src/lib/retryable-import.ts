/**
 * Returns a function that imports a module and, after a failure, imports it from another URL, because browsers cache a
 * failed import until the page is left (HTML specification, "module map"). Safari's error message contains no URL, so
 * the same import is repeated there.
 */
export function retryableImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let failedUrl: string | undefined;
  let failures = 0;
  return async () => {
    try {
      return failedUrl ? await import(/* @vite-ignore */ `${failedUrl}?retry=${failures}`) : await load();
    } catch (error) {
      failures += 1;
      failedUrl ??= /https?:\/\/\S+?\.js/.exec(String(error))?.[0];
      throw error;
    }
  };
}
