import { escapeHtml } from './escape-html.ts';
import { mediaTypes } from './formats.ts';
import { fileFor, type LinkedVariant, type Snippet } from './variant-snippet.ts';

/** `indented` puts each attribute on its own line, `compact` each element. */
type Layout = 'indented' | 'compact';

/** An attribute. A list of values is separated by commas. */
type Attributes = Record<string, string | string[]>;

/**
 * Width in pixels of the file in `src`. Only programs that ignore `srcset` load it, such as feed readers, search engines
 * and mail programs. Their columns are about this wide, so the widest file would waste bytes.
 */
const srcWidthPx = 800;

/**
 * Returns a `<picture>` element. It keeps its aspect ratio while it loads and in every variant, whose heights are rounded
 * differently, so that the page's layout never shifts. Has no blank lines, which would end a block of HTML in Markdown.
 */
export function variantPicture(snippet: Snippet, layout: Layout): string {
  const { additional, fallback, sizes } = snippet;
  const sources = additional.map(({ format, files }) =>
    element('source', { type: mediaTypes[format], srcset: srcset(files), sizes }, layout),
  );
  const image = element(
    'img',
    {
      src: fileFor(fallback.files, srcWidthPx)?.url ?? '',
      srcset: srcset(fallback.files),
      sizes,
      width: String(snippet.pageWidthPx),
      height: String(snippet.pageHeightPx),
      alt: snippet.alt,
      loading: 'lazy',
      decoding: 'async',
      style: styleOf(snippet),
    },
    layout,
  );
  return `<picture>\n${[...sources, image].join('\n')}\n</picture>\n`;
}

const srcset = (files: readonly LinkedVariant[]) => files.map(({ url, widthPx }) => `${url} ${widthPx}w`);

/** The placeholder of a transparent image is left out, because it would stay visible behind the image. */
function styleOf({ widest, placeholderUrl, isTransparent }: Snippet): string {
  const layout = `max-width: 100%; height: auto; aspect-ratio: ${widest.widthPx} / ${widest.heightPx}`;
  return isTransparent ? layout : `${layout}; background: url(${placeholderUrl}) center / cover no-repeat`;
}

function element(name: string, attributes: Attributes, layout: Layout): string {
  if (layout === 'compact') {
    const given = Object.entries(attributes).map(([key, value]) => attribute(key, [value].flat().join(', ')));
    return `  <${name} ${given.join(' ')}>`;
  }
  const given = Object.entries(attributes).map(([key, value]) =>
    attribute(key, typeof value === 'string' ? value : `\n      ${value.join(',\n      ')}\n    `),
  );
  return `  <${name}\n    ${given.join('\n    ')}\n  >`;
}

const attribute = (name: string, value: string) => `${name}="${escapeHtml(value)}"`;
