/**
 * Supported input formats, detected from a file's bytes and never from its name. JPEG XL is accepted only if it is the
 * archive of a JPEG, which is restored.
 */
export type InputFormat = 'jpeg' | 'png' | 'webp' | 'heic' | 'avif' | 'gif' | 'tiff' | 'bmp' | 'jxl';
/** Result formats. */
export type EncodedFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'jxl';
/**
 * Formats that can be requested. `auto` picks the smallest of JPEG, PNG and WebP, `modern` the smallest of JPEG, WebP,
 * AVIF and JPEG XL. `same` keeps the format of the image; HEIC becomes JPEG, GIF becomes WebP, TIFF and BMP become PNG.
 */
export type OutputFormat = 'auto' | 'modern' | 'same' | EncodedFormat;
/** Formats of variants in addition to JPEG or PNG. */
export type VariantFormat = 'avif' | 'jxl' | 'webp';
/** Color filters. */
export type ColorFilter = 'none' | 'grayscale' | 'sepia' | 'vintage';
/** What to do if no encoding of an image is within the requested file size. */
export type UnreachableChoice = 'closest' | 'fail' | 'shrink';

/** Values of `color`. */
export const colorChoices = ['keep', 'srgb'] as const;
export type ColorChoice = (typeof colorChoices)[number];

/** Values of `hdr`. */
export const hdrChoices = ['keep', 'drop'] as const;
export type HdrChoice = (typeof hdrChoices)[number];
/** How an image fits a given width and height. */
export type ResizeFit = 'inside' | 'fill' | 'cover' | 'thumb';
/** Types of metadata that can be kept: copyright notice and creator, date and time, GPS position. */
export type PreservableMetadata = 'copyright' | 'creation' | 'location';
