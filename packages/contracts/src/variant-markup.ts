import type { MarkupGroup, MarkupOptions } from './markup-options.ts';
import { variantCss } from './variant-css.ts';
import { variantPicture } from './variant-html.ts';
import { variantNextJs } from './variant-next-js.ts';
import { toSnippet } from './variant-snippet.ts';

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

/**
 * Returns the markup of a group of variants.
 * @throws RangeError if the group has no JPEG or PNG
 */
export function toMarkup(group: MarkupGroup, options: MarkupOptions): VariantMarkup {
  const snippet = toSnippet(group, options);
  return {
    html: variantPicture(snippet, 'indented'),
    markdown: variantPicture(snippet, 'compact'),
    nextJs: variantNextJs(snippet),
    css: variantCss(snippet),
  };
}
