import { CloudOnlyError } from './cloud-only-error.ts';

/**
 * Rejects with a CloudOnlyError, because JPEG XL needs a second build of libvips, which would double the download size.
 */
export async function loadVips(): Promise<never> {
  throw new CloudOnlyError('jxl');
}
