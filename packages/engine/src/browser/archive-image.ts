import { CloudOnlyError } from './cloud-only-error.ts';

/** Archives need cjxl and djxl, which browsers cannot run. */
export async function archiveImage(): Promise<never> {
  throw new CloudOnlyError('archive');
}

/** @see archiveImage */
export async function restoreImage(): Promise<never> {
  throw new CloudOnlyError('archive');
}
