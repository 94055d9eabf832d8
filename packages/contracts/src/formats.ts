/** What the engine reads. Told by the bytes of a file, never by its name. */
export const inputFormats = ['jpeg', 'png', 'webp', 'heic'] as const;
export type InputFormat = (typeof inputFormats)[number];

/** What the engine writes. */
export const encodedFormats = ['jpeg', 'png', 'webp', 'avif'] as const;
export type EncodedFormat = (typeof encodedFormats)[number];

/** The formats that `auto` chooses among: those that every browser shows, hence never AVIF. */
export const autoFormats = ['jpeg', 'png', 'webp'] as const satisfies EncodedFormat[];

/** What a client may ask for; `auto` leaves the choice to the engine. */
export const outputFormats = ['auto', ...encodedFormats] as const;
export type OutputFormat = (typeof outputFormats)[number];

export const mediaTypes: Record<InputFormat | EncodedFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
};

/** Names as they are shown to people. */
export const formatNames: Record<EncodedFormat, string> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
};

/** The extension a result gets, without the dot. */
export const extensions: Record<EncodedFormat, string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
};

/** Extensions that the file dialog offers (spec.md section 5), with the dot. */
export const acceptedExtensions = ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'] as const;
