import type { VariantGroup } from './variants.ts';

/** How the markup of a group of variants is written. */
export interface MarkupOptions {
  /** Name of the original, from which the file names of the variants are derived. */
  originalFilename: string;
  /** URL of the folder that contains the files, such as `/images/`. Empty for a relative path. */
  baseUrl?: string;
  /** Alternative text. It is left empty if the author has not written it yet. */
  alt?: string;
  /** Value of the attribute `sizes`. The default assumes that the image fills the page up to its widest variant. */
  sizes?: string;
}

/** Markup that shows the best variant for each browser and screen. */
export interface VariantMarkup {
  /** A `<picture>` element with `srcset`, `sizes`, `width`, `height`, `loading` and the blurred placeholder. */
  html: string;
  markdown: string;
  /** An `<Image>` element of Next.js with a loader that returns the variants. */
  nextJs: string;
  /** CSS with `image-set` for a background image. */
  css: string;
}

/** Returns the markup of a group of variants. */
export declare function toMarkup(group: VariantGroup, options: MarkupOptions): VariantMarkup;
