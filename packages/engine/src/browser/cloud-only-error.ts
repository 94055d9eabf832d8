/** Something that only the cloud can do: archives, and JPEG XL, which sharp's build of libvips does not contain. */
export type CloudOnly = 'archive' | 'jxl';

/** Thrown if an image cannot be compressed in the browser but in the cloud. */
export class CloudOnlyError extends Error {
  override readonly name = 'CloudOnlyError';
  readonly feature: CloudOnly;

  constructor(feature: CloudOnly) {
    super(`${feature} is not available in browsers`);
    this.feature = feature;
  }
}
