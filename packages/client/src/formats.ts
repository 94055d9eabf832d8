/** Supported input formats, detected from a file's bytes and never from its name. */
export type InputFormat = 'jpeg' | 'png' | 'webp' | 'heic';
/** Output formats. */
export type EncodedFormat = 'jpeg' | 'png' | 'webp' | 'avif';
export type OutputFormat = 'auto' | EncodedFormat;
export type ColorFilter = 'none' | 'grayscale' | 'sepia' | 'vintage';
