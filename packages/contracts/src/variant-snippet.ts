import type { EncodedFormat } from './formats.ts';
import type { MarkupGroup, MarkupOptions } from './markup-options.ts';
import { splitFilename } from './split-filename.ts';
import { fallbacks, variantFilename } from './variant-names.ts';

/** A variant with its URL, encoded so that it can be used in `srcset` and in CSS without quotes. */
export interface LinkedVariant {
  url: string;
  widthPx: number;
  heightPx: number;
}

/** The variants in one format, narrowest first. */
export interface LinkedFormat {
  format: EncodedFormat;
  files: LinkedVariant[];
}

/** What all forms of the markup have in common. */
export interface Snippet {
  /** Formats in addition to the fallback, in the order in which browsers should try them. */
  additional: LinkedFormat[];
  fallback: LinkedFormat;
  widest: LinkedVariant;
  /** Width and height of the image on the page, in CSS pixels. */
  pageWidthPx: number;
  pageHeightPx: number;
  /** Quotient of image pixels and CSS pixels that the widest variant has at this width. */
  maxDensity: number;
  sizes: string;
  alt: string;
  placeholderUrl: string;
  /** Whether the image can be transparent. Its placeholder must not stay visible behind it. */
  isTransparent: boolean;
  /** Encoded URL of the folder, empty or with a slash at the end. */
  folderUrl: string;
  /** Name of the original without its extension. */
  stem: string;
}

/** Prepares a group for its markup. @throws RangeError if it has no fallback */
export function toSnippet({ files, placeholderUrl }: MarkupGroup, options: MarkupOptions): Snippet {
  const { originalFilename, baseUrl = '', alt = '', maxDensity = 1 } = options;
  const folderUrl = toFolderUrl(baseUrl);
  const formats = [...new Set(files.map(({ format }) => format))].map((format): LinkedFormat => {
    const linked = files
      .filter((file) => file.format === format)
      .map((file) => ({
        url: folderUrl + encodeSegment(variantFilename(originalFilename, file)),
        widthPx: file.widthPx,
        heightPx: file.heightPx,
      }));
    return { format, files: linked.sort((one, other) => one.widthPx - other.widthPx) };
  });
  const [fallback] = fallbacks(formats);
  const widest = fallback?.files.at(-1);
  if (!fallback || !widest) throw new RangeError('The group has no JPEG or PNG.');
  const pageWidthPx = Math.round(widest.widthPx / maxDensity);
  return {
    additional: formats.filter((one) => one !== fallback),
    fallback,
    widest,
    pageWidthPx,
    pageHeightPx: Math.max(1, Math.round(widest.heightPx / maxDensity)),
    maxDensity,
    sizes: onOneLine(options.sizes ?? `(max-width: ${pageWidthPx}px) 100vw, ${pageWidthPx}px`),
    alt: onOneLine(alt),
    placeholderUrl: encodeDataUrl(placeholderUrl),
    isTransparent: fallback.format === 'png',
    folderUrl,
    stem: splitFilename(originalFilename).stem,
  };
}

/** Returns the narrowest file that is at least as wide as given, or else the widest. Expects ascending widths. */
export function fileFor(files: readonly LinkedVariant[], widthPx: number): LinkedVariant | undefined {
  return files.find((file) => file.widthPx >= widthPx) ?? files.at(-1);
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Encodes a part of a path. Unlike `encodeURIComponent`, encodes everything that has a meaning in CSS or `srcset`. */
export const encodeSegment = (name: string): string =>
  encodeMeaningful(encodeURIComponent(name.toWellFormed()));

/** Encodes the URL of a folder, keeps what is encoded already, and adds a slash unless it is empty. */
function toFolderUrl(baseUrl: string): string {
  const trimmed = baseUrl.trim().toWellFormed();
  if (trimmed === '') return '';
  const encoded = encodeMeaningful(encodeURI(trimmed).replace(/%25(?=[0-9a-f]{2})/gi, '%'));
  return encoded.endsWith('/') ? encoded : `${encoded}/`;
}

const encodeMeaningful = (url: string) => url.replace(/[!'()*,]/g, toPercent);

/** Encodes what would end a URL in CSS. Keeps the comma, which separates the data in a data URL. */
const encodeDataUrl = (url: string) => url.replace(/[\s"'()\\<>]/g, toPercent);

const toPercent = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
