/*
 * Types of the options. They are copies, so that the published types do not depend on other packages; a test verifies
 * that they match the API's schema.
 */

/** Formats of results. */
export type EncodedFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'jxl';

/**
 * Formats that can be requested. `auto` picks the smallest of JPEG, PNG and WebP, `modern` the smallest of JPEG, WebP,
 * AVIF and JPEG XL. `same` keeps the format of the image; HEIC becomes JPEG, GIF becomes WebP, TIFF and BMP become PNG.
 */
export type OutputFormat = 'auto' | 'modern' | 'same' | EncodedFormat;

/** Formats of variants in addition to JPEG or PNG. */
export type VariantFormat = 'avif' | 'jxl' | 'webp';

/** Which variants of an image to make. */
export interface VariantOptions {
  /**
   * Widths in pixels, 16 to 16,383, or `original`. Images are never enlarged: the width of the original replaces larger
   * ones. At most 12 widths, after they are multiplied by the densities.
   */
  widths: (number | 'original')[];
  /** Screen densities. Each width is multiplied by each density. Defaults to `[1]`. */
  densities?: (1 | 2 | 3)[] | undefined;
  /** Formats in addition to JPEG or, for transparent images, PNG. Defaults to `['avif', 'webp']`. */
  formats?: VariantFormat[] | undefined;
}

/** Options for compressing an image, the same as those of the API. */
export interface CompressionOptions {
  /** Visual quality of the result compared with the original, 10 to 100. Defaults to 85. */
  quality?: number | undefined;
  /** Format of the result. Defaults to `auto`. */
  format?: OutputFormat | undefined;
  /** Formats to try instead of `format`. The smallest result is returned. */
  formats?: EncodedFormat[] | undefined;
  /** Color filter to apply. Defaults to `none`. */
  filter?: 'none' | 'grayscale' | 'sepia' | 'vintage' | undefined;
  /** Maximum width in pixels. Images are never enlarged. */
  resizeWidth?: number | undefined;
  /** Maximum height in pixels. */
  resizeHeight?: number | undefined;
  /** `false` stretches the image to exactly the given width and height. Defaults to `true`; ignored if `fit` is set. */
  maintainAspect?: boolean | undefined;
  /** How an image fits a given width and height. Defaults to `inside`. */
  fit?: 'inside' | 'fill' | 'cover' | 'thumb' | undefined;
  /** Width and height relative to the original, 1 to 99 percent. Replaces `resizeWidth` and `resizeHeight`. */
  resizePercent?: number | undefined;
  /** Color that replaces transparency, as `#rrggbb`. */
  background?: string | undefined;
  /** Metadata to keep. All other metadata is removed. */
  preserve?: ('copyright' | 'creation' | 'location')[] | undefined;
  /** Colors outside sRGB: `keep`, the default, keeps them; `srgb` converts every image to sRGB. */
  color?: 'keep' | 'srgb' | undefined;
  /** High dynamic range: `keep`, the default, keeps the gain map of an HDR JPEG; `drop` removes it. */
  hdr?: 'keep' | 'drop' | undefined;
  /** Maximum size of the result in bytes. The result has the best quality that fits, and `quality` is ignored. */
  maxBytes?: number | undefined;
  /** Minimum size of the result in bytes. A smaller result is encoded at a higher quality. Files are never padded. */
  minBytes?: number | undefined;
  /** What to do if no encoding is within `minBytes` and `maxBytes`. Defaults to `closest`. */
  onUnreachable?: 'closest' | 'fail' | 'shrink' | undefined;
  /**
   * `true` stores a JPEG as JPEG XL without loss and with all its metadata. Compressing that file again restores the
   * JPEG bit for bit. Needs the programs cjxl and djxl.
   */
  archive?: boolean | undefined;
  /**
   * Makes the image in several widths and formats for a web page. They are in `variants` of the result, which itself is
   * the widest JPEG or PNG. Cannot be combined with `format`, `formats`, sizes, file size limits or `archive`.
   */
  variants?: VariantOptions | undefined;
}
