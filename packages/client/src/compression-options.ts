import type {
  ColorChoice,
  ColorFilter,
  EncodedFormat,
  HdrChoice,
  OutputFormat,
  PreservableMetadata,
  ResizeFit,
  UnreachableChoice,
} from './formats.ts';
import type { VariantOptions } from './variants.ts';

/** Options for compressing an image. */
export interface CompressionOptions {
  /**
   * Visual quality of the result compared with the original, 10 to 100. Unlike an encoder's quality setting, it means
   * the same in every format. Defaults to 85.
   */
  quality?: number | undefined;
  /**
   * Format of the result. `auto`, the default, picks the smallest of the formats that every browser supports: JPEG, PNG
   * or WebP. `modern` picks the smallest of JPEG, WebP, AVIF and JPEG XL, for the newest browsers. `same` keeps the
   * format of the image; HEIC becomes JPEG, GIF becomes WebP, TIFF and BMP become PNG.
   */
  format?: OutputFormat | undefined;
  /**
   * Formats to try instead of `format`, for example `webp` and `avif`. The smallest result is returned. Transparent
   * images become JPEG only with a `background`.
   */
  formats?: EncodedFormat[] | undefined;
  /** Color filter to apply. Defaults to `none`. */
  filter?: ColorFilter | undefined;
  /** Maximum width in pixels. Images are never enlarged. */
  resizeWidth?: number | undefined;
  /** Maximum height in pixels. If width and height are both set, the image is scaled to fit within them. */
  resizeHeight?: number | undefined;
  /**
   * `false` stretches the image to exactly the given width and height. Defaults to `true`; ignored if `fit` is set.
   */
  maintainAspect?: boolean | undefined;
  /**
   * How an image fits a given width and height: `inside` scales it, `fill` stretches it, `cover` crops it to its most
   * salient part, `thumb` crops like `cover` but shows an object on a plain background completely and extends the
   * background.
   */
  fit?: ResizeFit | undefined;
  /** Width and height relative to the original, 1 to 99 percent. Replaces `resizeWidth` and `resizeHeight`. */
  resizePercent?: number | undefined;
  /** Color that replaces transparency, as `#rrggbb`. */
  background?: string | undefined;
  /** Metadata to keep. All other metadata is removed. */
  preserve?: PreservableMetadata[] | undefined;
  /** Colors outside sRGB: `keep`, the default, keeps them; `srgb` converts every image to sRGB. */
  color?: ColorChoice | undefined;
  /** High dynamic range: `keep`, the default, keeps the gain map of an HDR JPEG; `drop` removes it. */
  hdr?: HdrChoice | undefined;
  /**
   * Maximum size of the result in bytes, 100 to 100,000,000. The result has the best quality that fits, and `quality`
   * is ignored.
   */
  maxBytes?: number | undefined;
  /**
   * Minimum size of the result in bytes. A smaller result is encoded at a higher quality. Files are never padded.
   */
  minBytes?: number | undefined;
  /**
   * What to do if no encoding is within `minBytes` and `maxBytes`. `closest`, the default, returns the closest file;
   * `fail` fails with `size_unreachable`; `shrink` reduces width and height rather than going below quality 30.
   */
  onUnreachable?: UnreachableChoice | undefined;
  /**
   * `true` stores a JPEG as JPEG XL without loss. Compressing that file again restores the JPEG bit for bit. Nothing is
   * removed: the archive contains location and other metadata. Only `quality`, which is ignored, and the formats `auto`
   * and `jxl` can be combined with it.
   */
  archive?: boolean | undefined;
  /**
   * Makes the image in several widths and formats for a web page. They are listed in `result.variants` and count as one
   * compression. The result itself is the widest JPEG or PNG. Cannot be combined with `format`, `formats`, sizes, file
   * size limits or `archive`.
   */
  variants?: VariantOptions | undefined;
}
