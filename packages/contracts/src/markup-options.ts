import type { VariantSize } from './variant-names.ts';

/** A group of variants as far as its markup needs it. Responses of the API and results of the engine have this form. */
export interface MarkupGroup {
  /** By format, in the order in which browsers should try them, the fallback last. */
  files: readonly (VariantSize & { heightPx: number })[];
  /** A blurred version of the image as a data URL. */
  placeholderUrl: string;
}

/** How the markup of a group of variants is written. */
export interface MarkupOptions {
  /** Name of the original, from which the file names of the variants are derived. */
  originalFilename: string;
  /** URL of the folder that contains the files, such as `/images/`. Empty for a relative path. */
  baseUrl?: string | undefined;
  /** Alternative text. It is left empty if the author has not written it yet. */
  alt?: string | undefined;
  /** Value of the attribute `sizes`. The default assumes that the image fills the page up to its full width. */
  sizes?: string | undefined;
  /**
   * Highest density for which the variants were requested. The full width of the image on the page is the widest variant
   * divided by it. Defaults to 1.
   */
  maxDensity?: number | undefined;
}
