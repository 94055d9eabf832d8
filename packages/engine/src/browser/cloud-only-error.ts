/**
 * Features that are available only in the cloud: archives, and JPEG XL, which sharp's build of libvips does not
 * support.
 */
export type CloudOnly = 'archive' | 'jxl';

/** Thrown if an image can be compressed in the cloud but not in the browser. */
export class CloudOnlyError extends Error {
  override readonly name = 'CloudOnlyError';
  readonly feature: CloudOnly;

  constructor(feature: CloudOnly) {
    super(`${feature} is not available in browsers`);
    this.feature = feature;
  }
}
