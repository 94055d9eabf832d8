import { GossamerError } from './errors.ts';
import type { EncodedFormat, VariantFormat } from './formats.ts';
import type { ResultDelivery } from './result-delivery.ts';
import type { Compression } from './types.ts';

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

/** The requested variants, with defaults applied. */
export interface RequestedVariants {
  widths: (number | 'original')[];
  densities: (1 | 2 | 3)[];
  formats: VariantFormat[];
}

/** The files that were made from one image for a web page. */
export interface Variants {
  /**
   * By format, in the order in which browsers should try them, the fallback (JPEG or PNG) last; by width within a format.
   */
  files: VariantFile[];
  /** Requested variants that were not made, with the reason. */
  skipped: SkippedVariant[];
  /** ThumbHash of the image, encoded as Base64. */
  thumbHash: string;
  /** A blurred version of the image as a data URL. */
  placeholderUrl: string;
}

/** One file of a group of variants. */
export interface VariantFile {
  format: EncodedFormat;
  widthPx: number;
  heightPx: number;
  /** File size in bytes. */
  sizeBytes: number;
  /** SHA-256 of the file, as hexadecimal digits. */
  sha256: string;
  /** SSIMULACRA2 score against the original in the same size; null if it was not measured. */
  score: number | null;
  /** Suggested name, such as `harbor-800w.avif`. */
  filename: string;
  /** Link to the file. The link needs no API key and expires after 15 minutes. Null once the file is deleted. */
  url: string | null;
  /** Time at which `url` expires. `get` returns the job with new links. */
  urlExpiresAt: string | null;
  /** The delivery of the file. Absent unless `deliverVariantsTo` names it. */
  delivery?: ResultDelivery | undefined;
}

/** Why a variant was not made. */
export type SkipReason =
  /** Images are never enlarged. */
  | 'wider-than-original'
  /** The next wider variant of the format does not need more bytes. */
  | 'not-smaller-than-larger'
  /** The format does not need fewer bytes than the fallback. */
  | 'not-smaller-than-fallback'
  /** The format cannot store an image of this size. */
  | 'too-large-for-format';

/** A requested variant that was not made. */
export interface SkippedVariant {
  /** Null if the width was skipped in all formats. */
  format: EncodedFormat | null;
  widthPx: number;
  reason: SkipReason;
}

/** A variant with its content. */
export interface DownloadedVariant extends VariantFile {
  bytes: Uint8Array<ArrayBuffer>;
}

/** @throws GossamerError `result_not_ready`, or TypeError if the job was created without variants */
export function variantsOf({ result }: Compression): VariantFile[] {
  if (!result) throw new GossamerError('The job is not completed.', { code: 'result_not_ready' });
  if (result.variants) return result.variants.files;
  throw new TypeError('The job has no variants. Create it with the option variants.');
}

/** Returns the last part of a variant's URL, such as `800.avif`. */
export const variantName = ({ widthPx, filename }: VariantFile): string =>
  `${widthPx}${filename.slice(filename.lastIndexOf('.'))}`;
