/**
 * Returns a function that imports a module and, after a failure, asks for it at another address: a browser keeps a module
 * that could not be fetched as failed until the page is left (HTML specification, "module map").
 * What Safari's message lacks, the address, leaves the plain import.
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
