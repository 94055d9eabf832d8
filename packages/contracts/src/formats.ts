/** Input formats, detected from a file's bytes and never from its name. */
export const inputFormats = ['jpeg', 'png', 'webp', 'heic'] as const;
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

/** Returns the result's format if `same` is requested. HEIC becomes JPEG, because the engine does not write HEIC. */
export function sameFormatOf(input: InputFormat | EncodedFormat): EncodedFormat {
  return input === 'heic' ? 'jpeg' : input;
}

export const mediaTypes: Record<InputFormat | EncodedFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  jxl: 'image/jxl',
  heic: 'image/heic',
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

/** File extensions accepted by the file dialog (spec.md section 5), with the dot. */
export const acceptedExtensions = ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'] as const;
