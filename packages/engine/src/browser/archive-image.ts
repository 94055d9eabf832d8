import { CloudOnlyError } from './cloud-only-error.ts';

/** Rejects with a CloudOnlyError, because archives need the programs cjxl and djxl, which browsers cannot run. */
export async function archiveImage(): Promise<never> {
  throw new CloudOnlyError('archive');
}

/** Rejects like `archiveImage`. */
export async function restoreImage(): Promise<never> {
  throw new CloudOnlyError('archive');
}
