import { toMarkup as write } from '@gossamer/contracts/variant-markup';
import type { VariantFile, Variants } from './variants.ts';

/** How the markup of a group of variants is written. */
export interface MarkupOptions {
  /** Name of the original, from which the file names of the variants are derived: `filename` of the job. */
  originalFilename: string;
  /** URL of the folder that contains the files, such as `/images/`. Empty for a relative path. */
  baseUrl?: string | undefined;
  /** Alternative text. Defaults to an empty text. */
  alt?: string | undefined;
  /** Value of the attribute `sizes`. By default, the image fills the page up to its full width. */
  sizes?: string | undefined;
  /**
   * Highest density for which the variants were requested. The full width of the image on the page is the widest variant
   * divided by it. Defaults to 1.
   */
  maxDensity?: number | undefined;
}

/** Markup that shows the best variant for each browser and screen. */
export interface VariantMarkup {
  /** A `<picture>` element with `srcset`, `sizes`, `width`, `height`, `loading` and the blurred placeholder. */
  html: string;
  /** The same element in a form that Markdown keeps: a block without blank lines, one element per line. */
  markdown: string;
  /** A component for Next.js: an `<Image>` with a loader that returns the variants. */
  nextJs: string;
  /** CSS with `image-set` for a background image. */
  css: string;
}

/** The properties of `result.variants` that the markup needs. Those of `gossamer-engine` fit too. */
export interface MarkupGroup extends Pick<Variants, 'placeholderUrl'> {
  files: readonly Pick<VariantFile, 'format' | 'widthPx' | 'heightPx'>[];
}

/** Returns the markup of a group of variants. @throws RangeError if the group has no JPEG or PNG */
export function toMarkup(variants: MarkupGroup, options: MarkupOptions): VariantMarkup {
  return write(variants, options);
}
