import type { ColorChoice, HdrChoice, InputFormat, PreservableMetadata } from './formats.ts';

/** The configuration of `gossamer check`: the contents of gossamer.config.json, or the default export of a program. */
export interface GossamerConfig {
  /** URL or path of the JSON Schema of this file. */
  $schema?: string | undefined;
  /** Globs of images that are not checked. */
  ignore?: string[] | undefined;
  /** Settings with which images are compressed. The format is always that of the image. */
  compression?: CheckCompression | undefined;
  /** Savings of less than this percentage of a file are ignored. Defaults to 10. */
  minSavedPercent?: number | undefined;
  /** Savings of fewer bytes are ignored. Defaults to 1,024. */
  minSavedBytes?: number | undefined;
  /** `false` reports images that could be smaller without failing the check. Defaults to `true`. */
  failOnSavings?: boolean | undefined;
  /** Limits per glob. If several budgets apply to an image, the last one that sets a limit wins. */
  budgets?: ImageBudget[] | undefined;
}

export interface CheckCompression {
  /** Visual quality compared with the original, 10 to 100. Defaults to 85. */
  quality?: number | undefined;
  /** Metadata to keep. All other metadata is removed. */
  preserve?: PreservableMetadata[] | undefined;
  /** Colors outside sRGB: `keep`, the default, or `srgb`. */
  color?: ColorChoice | undefined;
  /** Gain map of an HDR JPEG: `keep`, the default, or `drop`. */
  hdr?: HdrChoice | undefined;
  /** Maximum width in pixels. Images are never enlarged. */
  resizeWidth?: number | undefined;
  /** Maximum height in pixels. */
  resizeHeight?: number | undefined;
}

/** Limits for the images that match one of the globs in `files`. */
export interface ImageBudget {
  files: string | string[];
  /** Maximum size of a file in bytes. */
  maxBytes?: number | undefined;
  /** Maximum width in pixels. */
  maxWidthPx?: number | undefined;
  /** Maximum height in pixels. */
  maxHeightPx?: number | undefined;
  /** Allowed formats. */
  formats?: Exclude<InputFormat, 'jxl'>[] | undefined;
  minSavedPercent?: number | undefined;
  minSavedBytes?: number | undefined;
}
