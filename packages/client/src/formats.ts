/** What is read. Told by the bytes of a file, never by its name. */
export type InputFormat = 'jpeg' | 'png' | 'webp' | 'heic';
/** What is written. */
export type EncodedFormat = 'jpeg' | 'png' | 'webp' | 'avif';
export type OutputFormat = 'auto' | EncodedFormat;
export type ColorFilter = 'none' | 'grayscale' | 'sepia' | 'vintage';
