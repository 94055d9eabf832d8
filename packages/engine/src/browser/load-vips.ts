import { CloudOnlyError } from './cloud-only-error.ts';

/** JPEG XL needs a second build of libvips, which would double the download. */
export async function loadVips(): Promise<never> {
  throw new CloudOnlyError('jxl');
}
