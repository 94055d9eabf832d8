/**
 * Input formats, detected from a file's bytes and never from its name. JPEG XL is accepted only if the file is the
 * archive of a JPEG, which is restored.
 */
export const inputFormats = ['jpeg', 'png', 'webp', 'heic', 'avif', 'gif', 'tiff', 'bmp', 'jxl'] as const;
export type InputFormat = (typeof inputFormats)[number];

/** Output formats. */
export const encodedFormats = ['jpeg', 'png', 'webp', 'avif', 'jxl'] as const;
export type EncodedFormat = (typeof encodedFormats)[number];

/** Formats that `auto` chooses from. AVIF and JPEG XL are excluded, because not all browsers support them. */
export const autoFormats = ['jpeg', 'png', 'webp'] as const satisfies EncodedFormat[];
/** Formats that `modern` chooses from, for the newest browsers. */
export const modernFormats = ['jpeg', 'webp', 'avif', 'jxl'] as const satisfies EncodedFormat[];

/**
 * Formats that a client can request. `auto` and `modern` let the engine choose, `same` keeps the format of the uploaded
 * image (see `sameFormatOf`).
 */
export const outputFormats = ['auto', 'modern', 'same', ...encodedFormats] as const;
export type OutputFormat = (typeof outputFormats)[number];

/**
 * Result formats for input formats that the engine does not write. HEIC usually contains photos; GIF can be animated;
 * TIFF and BMP are lossless and can contain drawings.
 */
const replacements: Record<Exclude<InputFormat, EncodedFormat>, EncodedFormat> = {
  heic: 'jpeg',
  gif: 'webp',
  tiff: 'png',
  bmp: 'png',
};

/** Returns whether a format is also an output format. */
export function isEncodedFormat(format: InputFormat | EncodedFormat): format is EncodedFormat {
  return !Object.hasOwn(replacements, format);
}

/** Returns the result's format if `same` is requested. Inputs that the engine does not write get a replacement. */
export function sameFormatOf(input: InputFormat | EncodedFormat): EncodedFormat {
  return isEncodedFormat(input) ? input : replacements[input];
}

export const mediaTypes: Record<InputFormat | EncodedFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  jxl: 'image/jxl',
  heic: 'image/heic',
  gif: 'image/gif',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
};

/** Display names of the output formats. */
export const formatNames: Record<EncodedFormat, string> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
  jxl: 'JPEG XL',
};

/** File extensions of results, without the dot. */
export const extensions: Record<EncodedFormat, string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  jxl: 'jxl',
};

/** File extensions that the specification accepts (section 5), with the dot. */
export const specifiedExtensions = ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'] as const;
/** File extensions that the file dialog and the command line accept, with the dot. */
export const acceptedExtensions = [
  ...specifiedExtensions,
  '.avif',
  '.gif',
  '.tif',
  '.tiff',
  '.bmp',
  '.jxl',
] as const;
